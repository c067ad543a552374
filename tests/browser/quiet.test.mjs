// A paused page does nothing: no frame, no change of the page, no open connection.

import assert from "node:assert/strict";
import { test } from "node:test";

import { URL_BASE, launch } from "./launch.mjs";
import { act, check, lesson, press, state, until } from "./player.mjs";

/** Counts frames that are asked for and connections that are opened, from the first script on. */
function count() {
  window.frames = 0;
  const ask = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (then) => {
    window.frames += 1;
    return ask(then);
  };
  const Real = window.EventSource;
  window.streams = [];
  window.EventSource = class extends Real {
    constructor(...given) {
      super(...given);
      window.streams.push(this);
    }
  };
}

/** Frames asked for, and elements changed, in a second. */
const activity = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const before = window.frames;
        let changes = 0;
        const observer = new MutationObserver((list) => (changes += list.length));
        const all = { subtree: true, childList: true, attributes: true, characterData: true };
        observer.observe(document, all);
        setTimeout(() => {
          observer.disconnect();
          done({ frames: window.frames - before, changes });
        }, 1000);
      }),
  );

const NOTHING = { frames: 0, changes: 0 };

check("while paused no frame is drawn and nothing changes", lesson("en"), { before: count }, async (page) => {
  assert.deepEqual(await activity(page), NOTHING, "before it was played");
  await act(page, "play");
  const playing = await activity(page);
  assert.ok(playing.frames > 10 && playing.changes > 10, "while it plays");
  await act(page, "play");
  assert.equal((await state(page)).phase, "paused");
  assert.deepEqual(await activity(page), NOTHING, "after it was paused");
  await press(page, "End");
  await until(page, { phase: "ended" });
  assert.deepEqual(await activity(page), NOTHING, "at the end");
});

check("the lesson's connection is closed once it is here", lesson("en"), { before: count }, async (page) => {
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
