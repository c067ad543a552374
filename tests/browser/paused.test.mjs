// What it costs: nothing while it stands still, little while it plays.

import assert from "node:assert/strict";

import { act, check, lesson, press, state, until } from "./player.mjs";

const PAGE = lesson("en");

/** Counts the page's animation frames, and how long its script took in each. Runs before it. */
function count() {
  window.frames_ = [];
  const ask = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    ask((now) => {
      const begin = performance.now();
      callback(now);
      window.frames_.push(performance.now() - begin);
    });
  new MutationObserver((_, observer) => {
    if (document.documentElement.dataset.player !== "ready") return;
    window.readyMs = performance.now();
    observer.disconnect();
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-player"] });
}

const COUNTED = { before: count };

/** How many frames ran in 700 ms; asks the browser nothing meanwhile. */
async function frames(page) {
  const wait = () => new Promise((resolve) => setTimeout(resolve, 700));
  await page.evaluate("window.frames_ = []");
  await page.evaluate(wait);
  return page.evaluate("window.frames_");
}

check("no frame runs before it plays, while it is paused and at its end", PAGE, COUNTED, async (page) => {
  assert.deepEqual(await frames(page), [], "at the beginning");
  await press(page, "]", "k");
  const { displayMs } = await until(page, { playing: true });
  await page.waitForFunction(
    (before) => Number(document.getElementById("player").dataset.displayMs) > before + 300,
    displayMs,
    { polling: 50 },
  );
  await press(page, "k");
  await until(page, { phase: "paused" });
  const before = await state(page);
  assert.deepEqual(await frames(page), [], "paused");
  assert.deepEqual(await state(page), before, "nothing moved");
  await press(page, "End");
  assert.deepEqual(await frames(page), [], "at the end");
});

check("figures: time to the first frame, script per frame", PAGE, COUNTED, async (page) => {
  await press(page, "]", "k");
  await until(page, { playing: true });
  const all = [];
  for (let n = 0; n < 4; n += 1) all.push(...(await frames(page)));
  assert.ok(all.length > 4, "frames run while it plays");
  all.sort((a, b) => a - b);
  const at = (part) => all[Math.min(all.length - 1, Math.floor(all.length * part))].toFixed(2);
  const ready = Math.round(await page.evaluate("window.readyMs"));
  console.log(
    `figure: ready after ${ready} ms; script per frame: median ${at(0.5)} ms, ` +
      `95 % below ${at(0.95)} ms, longest ${at(1)} ms, of ${all.length} frames`,
  );
});

check("a page that nobody sees pauses", PAGE, COUNTED, async (page) => {
  await act(page, "play");
  await until(page, { playing: true });
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await until(page, { phase: "paused" });
  assert.deepEqual(await frames(page), []);
});

check("a first visit plays one step and waits", PAGE, { ...COUNTED, stored: {} }, async (page) => {
  await until(page, { playing: true });
  await press(page, "Shift+>", "Shift+>", "Shift+>");
  const { step } = await until(page, { phase: "paused" }, 90_000);
  assert.equal(step, "scan");
  assert.deepEqual(await frames(page), []);
});
