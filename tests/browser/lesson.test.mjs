// The lesson, played from its beginning to its end in every language.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LANGUAGES, STEPS, lesson, press, until, visit, words } from "./player.mjs";

/** The fastest speed, in quarters. */
const STORED = { visited: "yes", pace: "through", speed: "16" };

/** Writes down the state whenever a beat or an event is another. Runs in the page. */
function record() {
  const player = document.getElementById("player");
  const note = () => {
    const { step, beat, containerId, mirrorUid, tie } = player.dataset;
    const caption = document.querySelector("[data-part=caption]").textContent;
    window.seen.push({ step, beat: Number(beat), containerId, mirrorUid, tie, caption });
  };
  window.seen = [];
  note();
  const options = { attributes: true, attributeFilter: ["data-beat", "data-entry"] };
  new MutationObserver(note).observe(player, options);
}

async function play(lang) {
  let told;
  await visit(lesson(lang), { stored: STORED }, async (page) => {
    await page.evaluate(record);
    await press(page, "Space");
    await until(page, { phase: "ended" }, 180_000);
    told = { seen: await page.evaluate("window.seen"), dictionary: await words(page) };
  });
  return told;
}

const plays = Object.fromEntries(LANGUAGES.map((lang) => [lang, play(lang)]));
// A failure belongs to the test that waits for it, not to the process.
for (const it of Object.values(plays)) it.catch(() => {});

function check(claim, body) {
  for (const lang of LANGUAGES) {
    test(`${lang}: ${claim}`, { timeout: 240_000 }, async () => body(await plays[lang], lang));
  }
}

/** The state when a step was over. */
function endOf({ seen }, step) {
  return seen.findLast((it) => it.step === step);
}

const runs = (list) => list.filter((it, n) => it !== list[n - 1]);

check("the lesson plays to its end through all steps in order", ({ seen }) => {
  assert.deepEqual(runs(seen.map((it) => it.step)), STEPS);
});

check("every sentence is shown once, in order, as the dictionary has it", (it, lang) => {
  const wanted = it.dictionary.lesson.steps.flatMap((step) => step.captions.map((one) => one.text));
  const shown = runs(it.seen.map((one) => one.caption));
  assert.equal(it.dictionary.lang, lang);
  assert.ok(wanted.every((text) => text.length > 10));
  assert.deepEqual(shown, wanted);
});

test("no sentence is the same in two languages", { timeout: 240_000 }, async () => {
  const all = await Promise.all(Object.values(plays));
  const captions = all.map(({ seen }) => new Set(seen.map((it) => it.caption)));
  const [en, fr, es] = captions;
  for (const [one, other] of [[en, fr], [en, es], [fr, es]]) {
    assert.deepEqual([...one].filter((text) => other.has(text)), []);
  }
});

check("the container outlives the deletion of its mirror", (it) => {
  const { containerId } = endOf(it, "start");
  assert.match(containerId, /^[0-9a-f]{64}$/);
  assert.equal(endOf(it, "mirror").containerId, containerId);
  assert.equal(endOf(it, "delete").containerId, containerId);
});

check("a deleted mirror comes back with another UID", (it) => {
  const [before, then] = [endOf(it, "mirror").mirrorUid, endOf(it, "delete").mirrorUid];
  assert.match(before, /^[0-9a-f-]{36}$/);
  assert.match(then, /^[0-9a-f-]{36}$/);
  assert.notEqual(then, before);
});

check("an edited file replaces both the container and the mirror", (it) => {
  const [before, then] = [endOf(it, "delete"), endOf(it, "edit")];
  assert.match(then.containerId, /^[0-9a-f]{64}$/);
  assert.match(then.mirrorUid, /^[0-9a-f-]{36}$/);
  assert.notEqual(then.containerId, before.containerId);
  assert.notEqual(then.mirrorUid, before.mirrorUid);
});

check("without its file, nothing is left at the end", (it) => {
  const { containerId, mirrorUid } = endOf(it, "drain");
  assert.deepEqual({ containerId, mirrorUid }, { containerId: "", mirrorUid: "" });
});
