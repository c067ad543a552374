// Playing: when it begins by itself, when it waits, and what stops it.

import assert from "node:assert/strict";

import { act, check, lesson, press, state, until } from "./player.mjs";
import { playerReady } from "./launch.mjs";

const PAGE = lesson("en");
const FAST = { visited: "yes", pace: "through", speed: "16" };

check(
  "a first visit plays one step and then waits for the next",
  PAGE,
  { stored: { speed: "16" } },
  async (page) => {
    assert.equal((await state(page)).playing, true);
    assert.equal((await until(page, { phase: "paused" })).step, "scan");
    await page.getByRole("button", { name: "Play step 2" }).click();
    await until(page, { step: "start", playing: true });
    assert.equal((await until(page, { phase: "paused" })).step, "start");
  },
);

check("a second visit waits, and remembers speed and pace", PAGE, {}, async (page) => {
  assert.equal((await state(page)).phase, "paused");
  await act(page, "speed");
  await act(page, "pace");
  await page.reload();
  await playerReady(page);
  assert.equal((await state(page)).phase, "paused");
  await page.getByRole("button", { name: "Speed: 1.5×" }).waitFor();
  await page.getByRole("button", { name: "Step by step", pressed: true }).waitFor();
});

check("a page that nobody sees pauses, and stays so", PAGE, { stored: FAST }, async (page) => {
  await act(page, "play");
  assert.equal((await state(page)).playing, true);
  const show = (hidden) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await show(true);
  assert.equal((await state(page)).phase, "paused");
  await show(false);
  assert.equal((await state(page)).phase, "paused");
});

check("captions can be put away and come back", PAGE, {}, async (page) => {
  const sentence = page.locator("[data-part=caption]");
  assert.ok((await sentence.innerText()).length > 10);
  await act(page, "captions");
  assert.equal(await sentence.isVisible(), false);
  await act(page, "captions");
  assert.equal(await sentence.isVisible(), true);
});

check("each sentence is read aloud once, when it can be", PAGE, { stored: FAST }, async (page) => {
  await page.evaluate(() => {
    const live = document.querySelector("[data-part=live]");
    window.said = [];
    const hear = () => window.said.push(live.textContent);
    new MutationObserver(hear).observe(live, { childList: true, characterData: true });
  });
  await act(page, "play");
  const { beat } = await until(page, { step: "mirror", phase: "holding" });
  const said = await page.evaluate("window.said");
  assert.ok(said.length >= beat && said.length <= 2 * beat, `${said.length} at beat ${beat}`);
  assert.ok(said.every((it, n) => it && it !== said[n - 1]), "none is empty, none comes twice");
  // A running clock would never stop talking.
  assert.equal(await page.locator("[data-part=clock]").getAttribute("aria-live"), "off");
});

check("it plays at the speed that was chosen", PAGE, { stored: FAST }, async (page) => {
  await press(page, "Space");
  const first = (await state(page)).displayMs;
  await page.waitForTimeout(1000);
  const passed = (await state(page)).displayMs - first;
  // Four times as fast; a busy machine drops frames and never gains time.
  assert.ok(passed > 1500 && passed < 5500, `${passed} ms in a second`);
});

check(
  "with reduced motion each press turns one still picture, and nothing moves by itself",
  PAGE,
  {
    context: { reducedMotion: "reduce" },
    stored: {},
    before: () => {
      window.frames = 0;
      const ask = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (then) => {
        window.frames += 1;
        return ask(then);
      };
    },
  },
  async (page) => {
    const beats = [];
    for (let n = 0; n < 4; n += 1) {
      beats.push((await state(page)).beat);
      await act(page, "play");
      assert.equal((await state(page)).phase, "paused");
    }
    assert.deepEqual(beats, [0, 0, 1, 2]);
    assert.equal(await page.evaluate("window.frames"), 0);
  },
);
