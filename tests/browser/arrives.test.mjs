// How the lesson arrives: over one connection that does not stay open, or not at all.

import assert from "node:assert/strict";
import { test } from "node:test";

import { URL_BASE, launch, playerReady } from "./launch.mjs";
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

/** A page whose complaints are expected, since something is broken on purpose. */
function broken(claim, body) {
  test(claim, { timeout: 120_000 }, async () => {
    const browser = await launch();
    try {
      await body(await browser.newPage());
    } finally {
      await browser.close();
    }
  });
}

const note = (page) => page.locator("[data-part=note]");

broken("a lesson that does not arrive is said, and can be fetched again", async (page) => {
  let refuses = true;
  await page.route("**/api/lessons/static-pods/timeline", (route) =>
    refuses ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await page.goto(URL_BASE + lesson("fr"));
  // Whoever waits for the player is told at once, in the page's own words.
  await assert.rejects(playerReady(page), /page says: La leçon n’est pas arrivée/);
  const poster = page.locator("[data-part=stage] svg").first();
  assert.ok(await poster.isVisible(), "the server's picture stays");
  refuses = false;
  await note(page).locator("button").click();
  await until(page, { step: "scan" });
  assert.equal(await note(page).innerText(), "");
});

broken("a lesson that arrives damaged is refused, and said to be", async (page) => {
  const lines = ["event: header\ndata: {}\n\n", "event: header\ndata: {\"format\":1\n\n"];
  for (const [body, says] of [[lines[0], "older than the server"], [lines[1], "damaged"]]) {
    const answer = { contentType: "text/event-stream", body };
    await page.route("**/api/lessons/static-pods/timeline", (route) => route.fulfill(answer));
    await page.goto(URL_BASE + lesson("en"));
    await note(page).locator("button").waitFor();
    assert.ok((await note(page).innerText()).includes(says), says);
  }
});

broken("a program that cannot start leaves the page as the server wrote it", async (page) => {
  await page.route("**/*.wasm", (route) => route.fulfill({ status: 404 }));
  await page.goto(URL_BASE + lesson("es"));
  await note(page).locator("p").waitFor();
  assert.ok((await note(page).innerText()).includes("La animación no ha podido arrancar"));
  assert.ok(await page.locator("[data-part=stage] svg").first().isVisible());
  assert.equal(await page.locator(".controls").isVisible(), false);
});

broken("a program that breaks says so, and its last picture stays", async (page) => {
  await page.goto(URL_BASE + lesson("en", "#step=scan"));
  await until(page, { step: "scan" });
  await page.evaluate(() => {
    document.createElementNS = () => {
      throw new Error("broken on purpose");
    };
  });
  await page.locator("[data-act=next-step]").click();
  await note(page).locator("a").waitFor();
  assert.ok((await note(page).innerText()).includes("Load the page again"));
  assert.ok(await page.locator("[data-part=stage] svg").isVisible());
});
