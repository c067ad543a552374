// How far somebody is in a lesson, and the statements made of it, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Progress } from "../../web/static/progress.js";
import { duration, statement, uuid } from "../../web/static/statements.js";

const STEPS = ["scan", "start", "mirror"];
const stands = (step, time = 0, more = {}) => ["state", { lesson: "static-pods", steps: STEPS, step, t: 0, time, duration: 9000, ...more }];
const steps = (step) => ["stepchange", { step, index: STEPS.indexOf(step), reason: "play" }];
const passes = (t) => ["timeupdate", { t, duration: 9000 }];

/** What happens when a frame says all this, in short: `progressed mirror`. */
function hears(messages, kept) {
  const progress = new Progress(kept);
  const happened = messages.flatMap(([event, data]) => progress.hear(event, data));
  return { progress, happened, short: happened.map(({ what, step }) => (step ? `${what} ${step}` : what)) };
}

function check(claim, messages, wanted, kept) {
  test(claim, () => assert.deepEqual(hears(messages, kept).short, wanted));
}

check("the step that a visit begins with is on stage", [stands("scan")], ["initialized", "progressed scan"]);

check("a frame that says it is ready twice begins once",
  [stands("scan"), ["ready", {}], stands("scan")], ["initialized", "progressed scan"]);

check("nothing is made of what comes before it is known how things stand",
  [["play"], ["pause"], ["ended"]], []);

check("a lesson that is watched to its end is complete, once",
  [stands("scan"), ["play"], steps("start"), steps("mirror"), ["pause"], ["ended"], ["ended"], stands("mirror")],
  ["initialized", "progressed scan", "played scan", "progressed start", "progressed mirror", "paused mirror", "completed"]);

check("who jumps to the end has not seen what lies between",
  [stands("scan"), ["seeked"], steps("mirror"), ["ended"], stands("mirror", 9000)],
  ["initialized", "progressed scan", "progressed mirror", "seeked mirror"]);

check("what was left out may be seen after the end",
  [stands("scan"), steps("mirror"), ["ended"], steps("start")],
  ["initialized", "progressed scan", "progressed mirror", "progressed start", "completed"]);

check("all steps without the end are not the whole lesson",
  [stands("scan"), steps("start"), steps("mirror")],
  ["initialized", "progressed scan", "progressed start", "progressed mirror"]);

check("of a drag along the scrubber only the place where it ends counts",
  [stands("scan"), ["seeking"], steps("start"), stands("start", 3000), steps("mirror"), steps("scan"), ["seeked"], stands("scan", 400)],
  ["initialized", "progressed scan", "seeked scan"]);

check("an earlier visit counts", [stands("mirror"), ["ended"]],
  ["initialized", "progressed mirror", "completed"], { seen: ["scan", "start"] });

check("what was complete is not completed again", [stands("scan"), steps("start"), steps("mirror"), ["ended"]],
  ["initialized", "progressed scan", "progressed start", "progressed mirror"], { isComplete: true });

check("a step that the lesson no longer has neither counts nor is missed",
  [stands("scan"), steps("start"), steps("mirror"), ["ended"]],
  ["initialized", "progressed scan", "progressed start", "progressed mirror", "completed"], { seen: ["gone"] });

check("a frame that shows some steps is complete with these",
  [stands("start"), steps("mirror"), ["ended"]],
  ["initialized", "progressed start", "progressed mirror", "completed"], { from: "start", to: "mirror" });

test("a leap is told with both its ends, however long it takes", () => {
  const { happened } = hears([stands("scan"), passes(1000), ["seeking"], passes(5000), ["seeked"], passes(7000), stands("start", 7000)]);
  const { what, from, to } = happened.find((it) => it.what === "seeked");
  assert.deepEqual({ what, from, to }, { what: "seeked", from: 1000, to: 7000 });
});

test("what is kept is what another visit goes on from", () => {
  const { progress } = hears([stands("scan"), steps("mirror"), ["ended"]]);
  assert.deepEqual(progress.kept, { seen: ["scan", "mirror"], ended: true });
  const { short } = hears([stands("start")], progress.kept);
  assert.deepEqual(short, ["initialized", "progressed start", "completed"]);
});

const HOME = "https://pods.example/en/lessons/static-pods";
const OF = { lesson: HOME, home: HOME, names: { start: { fr: "Démarrage" } }, length: 9000, spent: 62_340 };

test("a statement names its step by the address that leads there", () => {
  const made = statement({ what: "played", step: "start", time: 1500 }, OF, Date.UTC(2026, 0, 1));
  assert.equal(made.object.id, `${HOME}#step=start`);
  assert.deepEqual(made.object.definition.name, { fr: "Démarrage" });
  assert.equal(made.verb.id, "https://w3id.org/xapi/video/verbs/played");
  assert.deepEqual(made.result.extensions, { "https://w3id.org/xapi/video/extensions/time": 1.5 });
  assert.deepEqual(made.context.contextActivities.parent, [{ objectType: "Activity", id: HOME }]);
  assert.equal(made.timestamp, "2026-01-01T00:00:00.000Z");
  assert.equal("actor" in made, false, "nobody was named");
});

test("a leap and progress are told in the words of profiles", () => {
  const leap = statement({ what: "seeked", step: "start", from: 1000, to: 7250 }, OF);
  assert.deepEqual(Object.values(leap.result.extensions), [1, 7.25]);
  const share = statement({ what: "progressed", step: "start", share: 2 / 3 }, { ...OF, actor: { name: "A" } });
  assert.deepEqual(share.result.extensions, { "https://w3id.org/xapi/cmi5/result/extensions/progress": 66 });
  assert.equal(share.object.id, HOME);
  assert.deepEqual(share.actor, { name: "A" });
});

test("an answer names its question and says whether it is right", () => {
  const answer = { what: "answered", step: "start", id: "start-1", choice: 0, correct: false };
  const made = statement(answer, OF);
  assert.equal(made.object.id, `${HOME}#step=start&question=start-1`);
  assert.match(made.object.definition.type, /cmi\.interaction$/);
  assert.deepEqual(made.result, { success: false, response: "0" });
});

test("the whole lesson is completed, and that is told with how long it took", () => {
  const made = statement({ what: "completed" }, OF);
  assert.deepEqual([made.object.id, made.result], [HOME, { completion: true, duration: "PT1M2.34S" }]);
  assert.deepEqual(statement({ what: "terminated" }, OF).result, { duration: "PT1M2.34S" });
});

for (const [ms, text] of [[0, "PT0S"], [-5, "PT0S"], [990, "PT0.99S"], [59_999, "PT1M0S"], [3_600_000, "PT1H0S"], [90_061_500, "PT25H1M1.5S"]]) {
  test(`${ms} ms are ${text}`, () => assert.equal(duration(ms), text));
}

test("each statement has a UUID of its own", () => {
  const some = Array.from({ length: 50 }, uuid);
  for (const it of some) assert.match(it, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(new Set(some).size, 50);
});
