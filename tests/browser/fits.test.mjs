// Every page fits its screen: nothing scrolls sideways, and no control drops out of its row.

import assert from "node:assert/strict";

import { LANGUAGES, check, lesson } from "./player.mjs";
import { compared, sandbox } from "./sandbox.mjs";

const PAGES = [
  ["the lesson", lesson("fr", "#step=edit&t=9000"), {}],
  ["a page with two clusters", sandbox("fr", "#step=delete"), { act: compared }],
  ["home", "/es/", { still: true }],
  ["the model", "/en/model", { still: true }],
  ["the sheet", `${lesson("fr")}/print`, { still: true }],
  ["an error", "/fr/nowhere", { still: true, status: 404 }],
];

for (const [name, path, { act, ...options }] of PAGES) {
  check(`${name} is never wider than its screen, from 320 px on`, path, options, async (page) => {
    await act?.(page);
    for (const width of [320, 375, 480, 640, 820, 1080, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(needed <= width, `${needed} px wide on a screen of ${width}`);
    }
  });
}

for (const lang of LANGUAGES) {
  check(`the buttons stand in one row: ${lang}`, lesson(lang), {}, async (page) => {
    for (const width of [320, 390, 600, 800, 1100, 1280, 1320, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const rows = await page.evaluate(() => {
        const buttons = document.querySelectorAll(".controls button");
        const seen = [...buttons].filter((it) => it.checkVisibility());
        const middles = seen.map((it) => {
          const { top, height } = it.getBoundingClientRect();
          return Math.round(top + height / 2);
        });
        return Math.max(...middles) - Math.min(...middles);
      });
      assert.ok(rows < 8, `at ${width} px the buttons spread over ${rows} px`);
    }
  });
}
