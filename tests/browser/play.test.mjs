// Playing: what is remembered, shown and said meanwhile.

import assert from "node:assert/strict";

import { act, check, lesson, press, state, until } from "./player.mjs";
import { playerReady } from "./launch.mjs";

const PAGE = lesson("en");
const FAST = { visited: "yes", pace: "through", speed: "16" };

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
