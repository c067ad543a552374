// The lesson where no script runs: complete, and in one language.

import assert from "node:assert/strict";

import { LANGUAGES, STEPS, check, lesson, visit, words } from "./player.mjs";

const WITHOUT = { context: { javaScriptEnabled: false }, still: true };

/** Every text of a dictionary that the page or the lesson may show, by its place in it. */
function texts(value, place = "") {
  if (typeof value === "string") return [[place, value]];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, it]) => texts(it, `${place}/${key}`));
}

/** Everything that is read or heard, also what is folded; without the dictionary. In the page. */
function everyText() {
  const body = document.body.cloneNode(true);
  for (const it of body.querySelectorAll("script")) it.remove();
  const named = [...body.querySelectorAll("[aria-label], [title]")];
  return [body.textContent, ...named.flatMap((it) => [it.title, it.ariaLabel])].join("\n");
}

async function dictionary(lang) {
  let found;
  await visit(lesson(lang), { still: true }, async (page) => {
    found = await words(page);
  });
  return found;
}

for (const lang of LANGUAGES) {
  check(`${lang}: each step has picture and captions`, lesson(lang), WITHOUT, async (page) => {
    const { lesson: told } = await dictionary(lang);
    assert.deepEqual(told.steps.map((it) => it.id), STEPS);
    for (const step of told.steps) {
      const section = page.locator(`section.step[id="${step.id}"]`);
      const picture = section.locator(":scope > figure.picture svg:visible");
      assert.equal(await picture.count(), 1, step.id);
      assert.ok((await picture.boundingBox()).width > 300, `${step.id} has a picture to look at`);
      assert.equal(await section.getByRole("heading", { level: 3 }).textContent(), step.name);
      const captions = await section.locator(":scope > ol.captions > li").allTextContents();
      assert.deepEqual(captions, step.captions.map((it) => it.text), step.id);
    }
    assert.equal(await page.locator(".controls").isVisible(), false, "no dead buttons");
    assert.equal(await page.locator("#player noscript, #player .no-script").count() > 0, true);
  });
}

for (const lang of ["fr", "es"]) {
  check(`${lang}: no English sentence of ours`, lesson(lang), WITHOUT, async (page) => {
    const english = texts(await dictionary("en"));
    const own = new Map(texts(await dictionary(lang)));
    const foreign = english.filter(([place, text]) => text.length > 14 && own.get(place) !== text);
    assert.ok(foreign.length > 100, `only ${foreign.length} English texts are known`);
    const shownIn = (text) => foreign.filter(([, it]) => text.includes(it));
    assert.deepEqual(shownIn(await page.evaluate(everyText)), []);
    await visit(lesson("en"), WITHOUT, async (it) => {
      const shown = shownIn(await it.evaluate(everyText));
      assert.ok(shown.length > 20, "the English page has English sentences");
    });
  });
}
