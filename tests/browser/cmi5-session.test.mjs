// A visit by the rules of cmi5, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Trouble, launch, open } from "../../web/static/cmi5-session.js";
import { Progress } from "../../web/static/progress.js";
import { ACTOR, PUBLISHER, RecordStore } from "./record-store.mjs";

const BASE = "http://lms";
const STEPS = ["scan", "start"];
const at = (step, more = {}) => ["state", { steps: STEPS, step, t: 120.4, time: 500, duration: 9000, ...more }];
const WHOLE = [at("scan"), ["play"], ["stepchange", { step: "start" }], ["pause"], ["ended"]];
const ALL_VERBS = ["initialized", "progressed", "played", "progressed", "paused", "completed", "terminated"];

/** A visit in which a frame says all this. */
async function visits(store, messages) {
  const asked = launch(`?${store.query(BASE)}`);
  const visit = await open(asked, { fetch: store.fetch, failed: (status) => { store.failed = status; } });
  const progress = new Progress(visit.kept);
  const about = { home: PUBLISHER, length: 9000 };
  for (const [event, data] of messages) {
    for (const it of progress.hear(event, data)) visit.tell(it, about);
  }
  visit.keep(progress);
  await visit.lrs.sending;
  await visit.terminate(about);
  return visit;
}

test("a lesson that is seen to its end is told by the rules", async () => {
  const store = new RecordStore();
  await visits(store, WHOLE);
  assert.deepEqual(store.verbs, ALL_VERBS);
  store.obeys();
  const { object, context } = store.statements[2];
  assert.equal(object.id, `${PUBLISHER}#step=scan`);
  assert.equal(context.contextActivities.parent[0].id, "https://course.example/activities/7");
});

test("the launch is asked for in its order, and the token once", async () => {
  const store = new RecordStore();
  await visits(store, [at("scan")]);
  const before = store.calls.slice(0, store.calls.indexOf("POST /xapi/statements"));
  assert.equal(before[0], "POST /token");
  assert.ok(before.indexOf("GET /xapi/activities/state") < before.indexOf("GET /xapi/agents/profile"));
  assert.equal(store.calls.filter((it) => it.includes("token")).length, 1);
});

for (const mode of ["Browse", "Review"]) {
  test(`in the mode ${mode} nothing is told but that it begins and ends`, async () => {
    const store = new RecordStore({ mode });
    await visits(store, WHOLE);
    assert.deepEqual(store.verbs, ["initialized", "terminated"]);
    store.obeys();
    assert.deepEqual(store.kept, {});
  });
}

test("the next visit goes on where the last one stood, and completes no second time", async () => {
  const store = new RecordStore();
  await visits(store, [at("scan")]);
  store.launches();
  const second = await visits(store, [at("start"), ["ended"]]);
  assert.deepEqual([second.kept.seen, second.kept.step, second.kept.t], [["scan"], "scan", 120]);
  store.obeys();
  store.launches();
  const third = await visits(store, WHOLE);
  assert.equal(third.kept.isComplete, true);
  store.obeys();
  assert.equal(store.verbs.filter((it) => it === "completed").length, 1);
});

test("what the platform put into the context stays as it is", async () => {
  const store = new RecordStore();
  const category = { objectType: "Activity", id: "https://course.example/categories/1" };
  store.launchData.contextTemplate.contextActivities.category = category;
  store.launchData.contextTemplate.language = "fr";
  await visits(store, WHOLE);
  store.obeys();
  for (const { context } of store.statements) {
    assert.deepEqual([context.contextActivities.category].flat()[0], category);
    assert.equal(context.language, "fr");
  }
});

test("the learner's languages come in their order", async () => {
  const visit = await visits(new RecordStore({ languages: "fr-CA,en" }), [at("scan")]);
  assert.deepEqual(visit.languages, ["fr-CA", "en"]);
});

test("the way back is an address of the web, or none", async () => {
  const back = async (returnURL) => (await visits(new RecordStore({ returnURL }), [at("scan")])).returnUrl;
  assert.equal(await back("https://course.example/7"), "https://course.example/7");
  assert.equal(await back("javascript:alert(1)"), null);
  assert.equal(await back(undefined), null);
});

async function fails(store, key) {
  await assert.rejects(visits(store, []), (error) => error instanceof Trouble && error.key === key);
}

test("a launch that was used already is told apart from one that is refused", async () => {
  const used = new RecordStore();
  used.isUsed = true;
  await fails(used, "used");
  await fails(new RecordStore({ refuses: true }), "refused");
  const silent = new RecordStore();
  silent.answer = () => { throw new Error("nobody there"); };
  await fails(silent, "unreachable");
});

test("statements that are refused are told of once", async () => {
  const store = new RecordStore();
  const taken = store.answer.bind(store);
  let n = 0;
  store.answer = (method, address, ...rest) => {
    if (!address.endsWith("/statements")) return taken(method, address, ...rest);
    n += 1;
    return [403, {}];
  };
  await visits(store, [at("scan"), ["play"]]);
  assert.equal(store.failed, 403);
  assert.ok(n >= 2, `${n}`);
});

test("what could not be sent is sent with the next statement", async () => {
  const store = new RecordStore();
  const taken = store.answer.bind(store);
  let isAway = true;
  store.answer = (method, address, ...rest) => {
    if (!address.endsWith("/statements") || !isAway) return taken(method, address, ...rest);
    isAway = false;
    return [503, {}];
  };
  await visits(store, WHOLE);
  assert.deepEqual(store.verbs, ALL_VERBS);
  store.obeys();
});

test("a page that no platform opened is no launch, and half a launch is a mistake", () => {
  assert.equal(launch(""), null);
  assert.equal(launch("?utm=1"), null);
  const whole = new RecordStore().query(BASE);
  assert.deepEqual(launch(`?${whole}`).actor, ACTOR);
  for (const [name, value] of [["actor", "{"], ["endpoint", "javascript:1"], ["fetch", ""], ["registration", ""]]) {
    const broken = new URLSearchParams(whole);
    broken.set(name, value);
    assert.throws(() => launch(`?${broken}`), (error) => error.key === "parameters", name);
  }
});
