// Everything by keyboard, and nothing taken from those who use the keyboard for something else.

import assert from "node:assert/strict";

import { PHONE, check, lesson, press, state, type, until } from "./player.mjs";

const PAGE = lesson("en");

/** What has the focus: an act, a tab, a role, an id or an address. */
function focused(page) {
  return page.evaluate(() => {
    const { dataset, id, href, tagName } = document.activeElement;
    const role = document.activeElement.getAttribute("role");
    return dataset.act ?? dataset.tab ?? role ?? (id || href || tagName);
  });
}

/** Presses Tab until something comes by; fails when it is never reached. */
async function tabTo(page, wanted) {
  const passed = [];
  while (passed.length < 120) {
    const now = await focused(page);
    if (now === wanted) return;
    passed.push(now);
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab never reaches ${wanted}, only ${passed.join(", ")}`);
}

/** Everything that a mouse can work in the player and its rail, by its name in `focused`. */
function controls(page) {
  return page.evaluate(() => {
    const all = document.querySelectorAll(".controls [data-act], [data-tab], [role=slider]");
    const seen = [...all].filter((it) => it.checkVisibility({ visibilityProperty: true }));
    return seen.map((it) => it.dataset.act ?? it.dataset.tab ?? it.getAttribute("role"));
  });
}

check("Tab comes by the player, every control and every link", PAGE, {}, async (page) => {
  const wanted = new Set(await controls(page));
  for (const name of ["play", "prev-step", "next-step", "speed", "captions", "help", "slider"]) {
    assert.ok(wanted.has(name), `${name} is a control`);
  }
  // Two tabs of three are reached by arrows, as in every row of tabs.
  for (const tab of ["objects", "why"]) assert.ok(wanted.delete(tab));
  for (const name of ["player", "theme", "steps"]) wanted.add(name);
  const links = "main a[href]:not([hidden])";
  const hrefs = await page.locator(links).evaluateAll((all) => all.map((it) => it.href));
  for (const href of hrefs) wanted.add(href);
  for (let n = 0; n < 200 && wanted.size; n += 1) {
    await page.keyboard.press("Tab");
    wanted.delete(await focused(page));
  }
  assert.deepEqual([...wanted], [], "never reached");
});

check("whatever has the focus is seen to have it", PAGE, {}, async (page) => {
  for (const name of ["player", "play", "slider", "steps", "theme"]) {
    await page.locator("body").evaluate(() => document.activeElement.blur());
    await tabTo(page, name);
    const outline = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
      return outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth);
    });
    assert.ok(outline >= 2, `${name} has an outline of ${outline} px`);
  }
});

/** A key at a control leads to these attributes of the player. */
function checkKey(control, key, wanted) {
  check(`${key} at ${control} works it`, PAGE, {}, async (page) => {
    await tabTo(page, control);
    await page.keyboard.press(key);
    await until(page, wanted);
    assert.equal(await focused(page), control, "the focus stays");
  });
}

checkKey("player", "Space", { playing: true });
checkKey("play", "Space", { playing: true });
checkKey("play", "Enter", { playing: true });
checkKey("slider", "Space", { playing: true });
checkKey("slider", "PageDown", { step: "start" });
checkKey("slider", "End", { phase: "ended" });
checkKey("next-step", "Enter", { step: "start", playing: false });
checkKey("next-event", "Enter", { phase: "paused", step: "scan" });
checkKey("captions", "Space", { captions: "off", playing: false });
checkKey("restart", "Enter", { playing: true });
checkKey("player", "ArrowRight", { step: "start", playing: false });

check("Space on a button is the button's and not the player's", PAGE, {}, async (page) => {
  for (const control of ["speed", "pace", "captions", "theme"]) {
    const button = page.locator(`[data-act=${control}]`);
    const before = await button.evaluate((it) => it.outerHTML);
    await button.focus();
    await page.keyboard.press("Space");
    assert.notEqual(await button.evaluate((it) => it.outerHTML), before, `${control} is worked`);
    assert.equal((await state(page)).playing, false, control);
  }
});

check("Space elsewhere in the text scrolls and plays nothing", PAGE, {}, async (page) => {
  await page.locator("pre[tabindex]").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("k");
  assert.equal((await state(page)).playing, false);
});

check("arrows choose among the tabs, and each shows its panel", PAGE, {}, async (page) => {
  await tabTo(page, "steps");
  for (const tab of ["objects", "why", "steps"]) {
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(page), tab);
    const shown = page.locator("[role=tabpanel]:not([hidden])");
    assert.deepEqual(await shown.evaluateAll((all) => all.map((it) => it.id)), [`panel-${tab}`]);
  }
  assert.equal((await state(page)).displayMs, 0, "the player has not moved");
});

check("? opens the keys, Escape closes them and gives the focus back", PAGE, {}, async (page) => {
  await press(page, "Shift+?");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor({ state: "visible" });
  assert.ok((await dialog.locator("kbd").count()) > 20);
  await type(page, "Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.equal(await focused(page), "player");
});

check("the button of the keys opens them, too", PAGE, {}, async (page) => {
  await tabTo(page, "help");
  await type(page, "Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor({ state: "visible" });
  await type(page, "Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.equal(await focused(page), "help");
});

check("letters do nothing when they are switched off, and stay off", PAGE, {}, async (page) => {
  await press(page, "Shift+?");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor({ state: "visible" });
  await page.getByRole("checkbox").focus();
  await type(page, "Space", "Escape");
  await dialog.waitFor({ state: "hidden" });
  const inert = async () => {
    await press(page, "Home");
    const before = await state(page);
    assert.deepEqual(await press(page, ..."kl.]>cwg5rd", "Shift+?"), before);
    assert.equal(await page.getByRole("dialog").count(), 0);
    assert.equal(await page.locator("html").getAttribute("data-theme"), "auto");
    assert.equal((await type(page, "ArrowRight")).step, "start", "arrows still work");
  };
  await inert();
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.player === "ready");
  await inert();
});

check("g goes to a step that is chosen by keyboard", PAGE, {}, async (page) => {
  await press(page, "g");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor({ state: "visible" });
  await dialog.getByRole("button", { name: /^4\./ }).focus();
  await type(page, "Enter");
  await until(page, { step: "delete", playing: false });
  await dialog.waitFor({ state: "hidden" });
});

check("keys with Ctrl, Alt or Meta are the browser's", PAGE, {}, async (page) => {
  const before = await state(page);
  assert.deepEqual(await press(page, "Control+.", "Alt+.", "Meta+.", "Control+5"), before);
});

check("d changes the theme, and the choice stays", PAGE, {}, async (page) => {
  const theme = () => page.locator("html").getAttribute("data-theme");
  await press(page, "d");
  assert.equal(await theme(), "light");
  await press(page, "d");
  assert.equal(await theme(), "dark");
  await page.reload();
  assert.equal(await theme(), "dark");
});

const ON_PHONE = { context: PHONE };

check("the menu of a phone opens, and Escape closes it", PAGE, ON_PHONE, async (page) => {
  const more = page.locator("[data-act=more]");
  await more.focus();
  await type(page, "Enter");
  assert.equal(await more.getAttribute("aria-expanded"), "true");
  await tabTo(page, "speed");
  await type(page, "Escape");
  assert.equal(await more.getAttribute("aria-expanded"), "false");
  assert.equal(await page.locator("[data-act=speed]").isVisible(), false);
});
