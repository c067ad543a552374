// A visit by the rules of SCORM 1.2, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Progress } from "../../web/static/progress.js";
import { Visit, findApi, packed, timespan, unpacked } from "../../web/static/scorm-session.js";

const STEPS = ["scan", "start"];
const at = (step, more = {}) => ["state", { steps: STEPS, step, t: 120.4, time: 500, duration: 9000, ...more }];

/** A platform that keeps what it is told, and every call. */
class Platform {
  constructor(values = {}) {
    this.values = { "cmi.core.lesson_status": "not attempted", "cmi.core.lesson_mode": "normal", ...values };
    this.calls = [];
  }
  LMSInitialize() { this.calls.push("initialize"); return "true"; }
  LMSFinish() { this.calls.push("finish"); return "true"; }
  LMSCommit() { this.calls.push("commit"); return "true"; }
  LMSGetValue(name) { return this.values[name] ?? ""; }
  LMSSetValue(name, value) { this.values[name] = value; return "true"; }
  get(name) { return this.values[`cmi.core.${name}`]; }
}

/** A visit of so many milliseconds, in which a frame says all this. */
function visits(platform, messages, lasts = 61_230) {
  let clock = 0;
  const visit = new Visit(platform, () => clock);
  const before = visit.begin();
  const progress = new Progress(before ?? {});
  for (const [event, data] of messages) {
    const happened = progress.hear(event, data).map((it) => it.what);
    visit.keep(progress, happened.includes("progressed"));
    if (happened.includes("completed")) visit.complete();
  }
  clock = lasts;
  visit.finish();
  visit.finish();
  return before;
}

test("a lesson that is begun is incomplete, and goes on where it stood", () => {
  const platform = new Platform();
  visits(platform, [at("scan")]);
  assert.equal(platform.get("lesson_status"), "incomplete");
  assert.equal(platform.get("lesson_location"), "step=scan&t=120");
  assert.equal(platform.get("exit"), "suspend");
  assert.equal(platform.get("session_time"), "0000:01:01.23");
  assert.equal(platform.values["cmi.suspend_data"], "1 scan");
  assert.equal(platform.calls.filter((it) => it === "finish").length, 1, "once");
  assert.equal(platform.calls.at(-1), "finish");
  const before = visits(platform, [at("start"), ["ended"]]);
  assert.deepEqual([before.step, before.t, before.seen], ["scan", 120, ["scan"]]);
  assert.equal(platform.get("lesson_status"), "completed");
  assert.equal(platform.get("exit"), "");
});

test("who comes back after the end begins at the beginning", () => {
  const platform = new Platform();
  visits(platform, [at("scan"), ["stepchange", { step: "start" }], ["ended"], at("start", { ended: true })]);
  assert.equal(platform.get("lesson_location"), "");
});

test("a lesson that was complete stays so", () => {
  for (const status of ["completed", "passed"]) {
    const platform = new Platform({ "cmi.core.lesson_status": status });
    visits(platform, [at("scan")]);
    assert.equal(platform.get("lesson_status"), status);
  }
});

test("who only looks around is not judged", () => {
  for (const mode of ["browse", "review"]) {
    const platform = new Platform({ "cmi.core.lesson_mode": mode });
    visits(platform, [at("scan"), ["stepchange", { step: "start" }], ["ended"]]);
    assert.equal(platform.get("lesson_status"), "not attempted", mode);
  }
});

test("a platform that refuses or breaks does not break the lesson", () => {
  const refuses = new Platform();
  refuses.LMSInitialize = () => "false";
  assert.equal(visits(refuses, [at("scan")]), null);
  assert.deepEqual(refuses.calls, []);
  const breaks = new Platform();
  breaks.LMSSetValue = () => { throw new Error("broken"); };
  assert.notEqual(visits(breaks, [at("scan")]), null);
  assert.equal(breaks.calls.at(-1), "finish");
});

test("what is too long for the platform is not sent", () => {
  const platform = new Platform();
  visits(platform, [at("scan".repeat(100))]);
  assert.equal(platform.get("lesson_location"), undefined);
});

for (const [ms, text] of [[0, "0000:00:00.00"], [-1, "0000:00:00.00"], [59_999, "0000:00:59.99"], [3_723_450, "0001:02:03.45"], [1e12, "9999:00:00.00"]]) {
  test(`${ms} ms are ${text}`, () => assert.equal(timespan(ms), text));
}

test("what is kept can be read again, and nothing else", () => {
  for (const it of [{ seen: [], ended: false }, { seen: ["scan", "mirror"], ended: true }]) {
    assert.deepEqual(unpacked(packed(it)), it);
  }
  for (const other of ["", "2 scan", "{\"a\":1}"]) assert.deepEqual(unpacked(other), { seen: [], ended: false });
});

/** Windows one above the other, ours last; `api` is how far up the platform's is, or `null`. */
function windows(n, api) {
  let it = {};
  it.parent = it;
  if (api === n) it.API = new Platform();
  for (let up = n - 1; up >= 0; up -= 1) {
    it = { parent: it, ...(api === up && { API: new Platform() }) };
  }
  return it;
}

test("the API is found in seven windows above, and no further", () => {
  for (const up of [1, 2, 7]) assert.ok(findApi(windows(9, up)), `${up}`);
  assert.equal(findApi(windows(9, 8)), null);
  assert.equal(findApi(windows(3, null)), null);
});

test("the API is found above the window that opened ours", () => {
  const own = { ...windows(1, null), opener: windows(2, 1) };
  assert.ok(findApi(own));
  assert.equal(findApi({ ...windows(1, null), opener: windows(2, null) }), null);
});

test("a window of another origin is passed by", () => {
  const above = windows(2, 1);
  const foreign = { parent: above };
  Object.defineProperty(foreign, "API", { get() { throw new Error("another origin"); } });
  assert.ok(findApi({ parent: foreign }));
  assert.equal(findApi({ parent: foreign, API: { id: "no API" } }), above.parent.API);
});
