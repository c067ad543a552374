// A deck of reveal.js: the second slide has a frame that comes with it and goes with it, the third
// one that stays.

import assert from "node:assert/strict";
import { after } from "node:test";

import { URL_BASE, launch } from "../launch.mjs";
import { attributes, begins, checks, lesson, moves, place, stands } from "./site.mjs";

const browser = await launch();
after(() => browser.close());
const check = checks("reveal", browser);

const slide = (page) => page.evaluate(() => Reveal.getIndices().h);
const lessons = (page) => page.frames().filter((it) => it.url().startsWith(`${URL_BASE}/embed/`));
const STILL = { still: true };

check("a frame with data-src comes and plays with its slide, and goes with it", "/", STILL, async (page) => {
  const early = () => lessons(page).some((it) => it.url().includes("autoplay"));
  assert.equal(early(), false, "nothing is loaded before");
  await page.keyboard.press("ArrowRight");
  await moves(await lesson(page), 0);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => !document.querySelector("iframe[data-src]").hasAttribute("src"));
  assert.equal(await slide(page), 2);
});

check("a frame plays when somebody begins", "/#/2", {}, async (page) => {
  await begins(page, await lesson(page));
});

check("a key of the deck plays a lesson and stops it; it stands still when its slide is left, and goes on there", "/#/2", {}, async (page) => {
  const it = await lesson(page);
  await page.keyboard.press("Enter");
  await moves(it, await place(it));
  await page.keyboard.press("ArrowRight");
  const left = await stands(page, it);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await stands(page, it), left, "coming back does not play it");
  await page.keyboard.press("Enter");
  await moves(it, left);
  await page.keyboard.press("Enter");
  await stands(page, it);
});

check("keys are the deck's until the lesson has the focus", "/#/2", {}, async (page) => {
  const it = await lesson(page);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await slide(page), 1);
  await page.keyboard.press("ArrowRight");
  assert.equal(await slide(page), 2);
  assert.equal((await attributes(it)).step, "delete", "the lesson heard nothing");
  await it.locator("#player").focus();
  await page.keyboard.press("ArrowRight");
  await it.waitForFunction(() => document.getElementById("player").dataset.step === "edit");
  assert.equal(await slide(page), 2, "the deck heard nothing");
  await page.locator(".reveal h3").last().click();
  await page.keyboard.press("ArrowRight");
  assert.equal(await slide(page), 3);
});
