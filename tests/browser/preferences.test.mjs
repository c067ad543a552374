// What people prefer: no motion, their own colours.

import assert from "node:assert/strict";

import { STEPS, act, check, lesson, picture, press, state, until } from "./player.mjs";

const PAGE = lesson("en");
const STILL = { context: { reducedMotion: "reduce" }, stored: {} };

check("with reduced motion nothing plays by itself, and play turns one page", PAGE, STILL, async (page) => {
  assert.equal((await state(page)).displayMs, 0);
  const seen = [];
  for (let now = await press(page, "Home"); now.phase !== "ended"; now = await state(page)) {
    seen.push({ beat: now.beat, step: now.step, picture: await picture(page) });
    assert.equal(now.playing, false);
    assert.ok(seen.length < 100, "the end is reached");
    await act(page, "play");
  }
  const beats = seen.map((it) => it.beat);
  assert.deepEqual([...new Set(beats)], [...Array(Math.max(...beats) + 1).keys()], "no beat is left out");
  assert.deepEqual([...new Set(seen.map((it) => it.step))], STEPS);
  assert.ok(new Set(seen.map((it) => it.picture)).size >= beats.length * 0.8, "pictures differ");
});

check("with reduced motion single events still work", PAGE, STILL, async (page) => {
  const { displayMs } = await press(page, "]", ".", ".");
  assert.ok(displayMs > 0);
  assert.equal((await press(page, ",")).playing, false);
});

check("motion that becomes unwelcome stops", PAGE, {}, async (page) => {
  await press(page, "k");
  await until(page, { playing: true });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await until(page, { playing: false, phase: "paused" });
});

const FORCED = { context: { forcedColors: "active" } };

check("with forced colours the controls and the picture are there", PAGE, FORCED, async (page) => {
  for (const name of ["prev-step", "play", "next-step", "captions"]) {
    assert.ok(await page.locator(`.controls [data-act=${name}]`).isVisible(), name);
  }
  assert.ok((await page.locator("[data-part=stage] svg").boundingBox()).width > 300);
  await act(page, "next-step");
  await until(page, { step: "start" });
});
