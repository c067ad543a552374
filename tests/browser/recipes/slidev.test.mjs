// A deck of Slidev, with the lesson as a component.

import assert from "node:assert/strict";
import { after } from "node:test";

import { launch } from "../launch.mjs";
import { attributes, begins, checks, lesson, looks, moves, place, stands } from "./site.mjs";

const browser = await launch();
after(() => browser.close());
const check = checks("slidev", browser);

const slide = (page) => Number(new URL(page.url()).hash.slice(2));

check("a lesson plays when somebody begins", "/#/2", {}, async (page) => {
  const it = await lesson(page);
  assert.equal((await attributes(it)).step, "start");
  await begins(page, it);
});

check("a lesson stands still when its slide is left, and stays where it was", "/#/2", {}, async (page) => {
  const it = await lesson(page);
  const before = await place(it);
  await it.locator(".start").click();
  await moves(it, before);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL("**/#/1");
  const left = await stands(page, it);
  await page.keyboard.press("ArrowRight");
  await page.waitForURL("**/#/2");
  assert.equal(await stands(page, await lesson(page)), left, "coming back does not play it");
});

check("each slide has its own lesson, in its own language", "/#/3", {}, async (page) => {
  const { step, lang } = await attributes(await lesson(page));
  assert.deepEqual([step, lang], ["delete", "fr"]);
});

for (const theme of ["light", "dark"]) {
  const other = { light: "dark", dark: "light" }[theme];
  check(`a lesson in a ${theme} deck is ${theme}, and follows when that is switched`, "/#/2", { context: { colorScheme: theme } }, async (page) => {
    const it = await lesson(page);
    await looks(it, theme);
    await page.keyboard.press("d");
    await looks(it, other);
    await page.keyboard.press("d");
    await looks(it, theme);
  });
}

check("keys are the deck's until the lesson has the focus", "/#/2", {}, async (page) => {
  const it = await lesson(page);
  await it.locator("#player").focus();
  await page.keyboard.press("ArrowRight");
  await it.waitForFunction(() => document.getElementById("player").dataset.step === "mirror");
  assert.equal(slide(page), 2, "the deck heard nothing");
  await page.locator("h1:visible").click();
  await page.keyboard.press("ArrowRight");
  await page.waitForURL("**/#/3");
});
