// How the lesson arrives: over one connection that does not stay open, or not at all.

import assert from "node:assert/strict";
import { test } from "node:test";

import { URL_BASE, launch } from "./launch.mjs";
import { check, lesson, until } from "./player.mjs";

/** Keeps every stream that the page opens. Runs before the page's own scripts. */
function keep() {
  const Real = window.EventSource;
  window.streams = [];
  window.EventSource = class extends Real {
    constructor(...given) {
      super(...given);
      window.streams.push(this);
    }
  };
}

check("the lesson's connection is closed once it is here", lesson("en"), { before: keep }, async (page) => {
  const states = await page.evaluate(() => window.streams.map((it) => it.readyState));
  assert.deepEqual(states, [2]);
});

// A page that is refused its stream complains in the console, so it is opened by hand.
test("a lesson that does not arrive is said, and can be fetched again", async () => {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    let broken = true;
    await page.route("**/api/lessons/static-pods/timeline", (route) =>
      broken ? route.fulfill({ status: 500 }) : route.continue(),
    );
    await page.goto(URL_BASE + lesson("fr"));
    const note = page.locator("[data-part=note]");
    await note.locator("button").waitFor();
    assert.ok((await note.innerText()).includes("La leçon n’est pas arrivée"));
    const poster = page.locator("[data-part=stage] svg").first();
    assert.ok(await poster.isVisible(), "the server's picture stays");
    broken = false;
    await note.locator("button").click();
    await until(page, { step: "scan" });
    assert.equal(await note.innerText(), "");
  } finally {
    await browser.close();
  }
});
