// Links to moments: they show their moment and wait, in any language.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LANGUAGES, STEPS, act, check, follow, lesson, picture, state, until, visit, words } from "./player.mjs";
import { playerReady } from "./launch.mjs";

const note = (page) => page.locator("[data-part=note]");

for (const step of STEPS) {
  const path = lesson("en", `#step=${step}&t=900`);
  check(`a link to ${step} opens it, paused, also on a first visit`, path, { stored: {} }, async (page) => {
    const { step: shown, phase } = await state(page);
    assert.deepEqual([shown, phase], [step, "paused"]);
    const told = (await words(page)).lesson.steps.find((it) => it.id === step);
    const caption = await page.locator("[data-part=caption]").innerText();
    assert.equal(caption, told.captions[0].text);
    assert.equal(await note(page).innerText(), "");
  });
}

test("the same link means the same moment in every language", async () => {
  const seen = [];
  for (const lang of LANGUAGES) {
    await visit(lesson(lang, "#step=edit&t=5200"), {}, async (page) => {
      const { step, beat, entry, mirrorUid, tie } = await state(page);
      seen.push({ step, beat, entry, mirrorUid, tie });
    });
  }
  assert.deepEqual(seen[1], seen[0]);
  assert.deepEqual(seen[2], seen[0]);
});

check("changing the language keeps the moment", lesson("en", "#step=delete&t=3100"), {}, async (page) => {
  const before = await state(page);
  await page.locator(".bar a[hreflang=es]").click();
  await page.waitForURL("**/es/lessons/**");
  await playerReady(page);
  const after = await state(page);
  assert.equal(after.lang, "es");
  assert.deepEqual([after.step, after.beat, after.entry], [before.step, before.beat, before.entry]);
});

check("the address names the moment, so that loading again shows it", lesson("en"), {}, async (page) => {
  for (const name of ["next-step", "next-event", "next-event"]) await act(page, name);
  const before = { ...(await state(page)), picture: await picture(page) };
  await page.reload();
  await playerReady(page);
  assert.deepEqual({ ...(await state(page)), picture: await picture(page) }, before);
});

check("a link to an event shows the moment after it", lesson("en", "#e=16"), {}, async (page) => {
  const { entry, phase } = await state(page);
  assert.deepEqual([entry, phase], [16, "paused"]);
});

const BAD = [
  ["#step=nowhere", "scan", "names no step"],
  ["#e=99999", "scan", "names no event"],
  ["#step=delete&t=soon", "delete", "t=soon"],
  ["#step=delete&colour=red", "delete", "colour=red"],
  ["#step=delete&t=99999999", "delete", "past the end"],
];

for (const [fragment, step, says] of BAD) {
  check(`a bad link falls back and says so: ${fragment}`, lesson("en", fragment), {}, async (page) => {
    assert.equal((await state(page)).step, step);
    assert.ok((await note(page).innerText()).includes(says));
    await act(page, "next-step");
    assert.equal(await note(page).innerText(), "", "said once; the person has moved on");
  });
}

check("an anchor of the page moves nothing in the lesson", lesson("en", "#step=edit&t=700"), {}, async (page) => {
  const before = await state(page);
  await follow(page, "#drain");
  await page.waitForTimeout(300);
  assert.deepEqual(await state(page), before);
});

const STEPWISE = { stored: { visited: "yes", pace: "step" } };

check("a chapter plays from its beginning, and so does a link in the text", lesson("en"), STEPWISE, async (page) => {
  await page.locator("[data-part=chapters] [data-step=delete] a").click();
  await until(page, { step: "delete", playing: true });
  const current = page.locator("[data-part=chapters] [aria-current=step]");
  assert.equal(await current.getAttribute("data-step"), "delete");
  await page.locator("#mirror a[href='#step=mirror']").click();
  await until(page, { step: "mirror", playing: true });
});
