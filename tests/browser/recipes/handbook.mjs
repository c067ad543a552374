// What sites made of Markdown have in common: a page with the element, one with a frame, and a
// switch between light and dark.

import assert from "node:assert/strict";
import { after } from "node:test";

import { PHONE, URL_BASE, launch } from "../launch.mjs";
import { attributes, begins, checks, lesson, looks } from "./site.mjs";

/**
 * `element` and `frame` are the paths of the pages; `turn(page, theme)` works the site's switch.
 */
export async function handbook(recipe, { element, frame, turn }) {
  const browser = await launch();
  after(() => browser.close());
  const check = checks(recipe, browser);

  check("the element is a lesson, and plays when somebody begins", element, {}, async (page) => {
    const it = await lesson(page);
    assert.equal((await attributes(it)).step, "mirror");
    assert.equal(await it.evaluate(() => self.origin), "null", "it is in a sandbox");
    await begins(page, it);
  });

  check("the frame plays when somebody begins, and has the height of its picture", frame, {}, async (page) => {
    const it = await lesson(page);
    assert.equal((await attributes(it)).step, "delete");
    await page.waitForFunction(() => document.querySelector("iframe").style.height !== "");
    const inside = await it.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      return scrollHeight - clientHeight;
    });
    assert.equal(inside, 0, "nothing is cut off below");
    await begins(page, it);
  });

  check("lessons come when a reader goes from page to page, and back", element, {}, async (page) => {
    const goes = async (name, step) => {
      await page.getByRole("link", { name }).and(page.locator(":visible")).first().click();
      await page.locator("h1", { hasText: name }).first().waitFor();
      assert.equal((await attributes(await lesson(page))).step, step);
    };
    await goes("A frame", "delete");
    await goes("Static Pods", "mirror");
    await begins(page, await lesson(page));
  });

  for (const theme of ["light", "dark"]) {
    const other = { light: "dark", dark: "light" }[theme];
    const options = { context: { colorScheme: theme } };
    check(`a lesson in a ${theme} site is ${theme}, and follows when that is switched`, element, options, async (page) => {
      const it = await lesson(page);
      await looks(it, theme);
      await turn(page, other);
      await looks(it, other);
      await turn(page, theme);
      await looks(it, theme);
    });
  }

  check("what a reader chose last time is what a lesson begins with", element, {}, async (page) => {
    await turn(page, "dark");
    await looks(await lesson(page), "dark");
    await page.reload();
    await looks(await lesson(page), "dark");
  });

  check("keys are the lesson's while it has the focus, and the site's otherwise", element, {}, async (page) => {
    const it = await lesson(page);
    const address = page.url();
    await it.locator("#player").focus();
    await page.keyboard.press("ArrowRight");
    await it.waitForFunction(() => document.getElementById("player").dataset.step === "delete");
    assert.equal(page.url(), address, "the site stays where it is");
  });

  const dry = { still: true, context: { javaScriptEnabled: false } };
  check("without script there is a link to the lesson", element, dry, async (page) => {
    const link = page.locator(`main a[href^="${URL_BASE}/en/lessons/static-pods"]`);
    assert.ok(await link.isVisible());
  });

  check("it fits a phone", element, { context: PHONE }, async (page) => {
    await begins(page, await lesson(page));
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${over} px too wide`);
  });
}
