// A course page that keeps a record: what its script hears from a frame becomes xAPI statements.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { course, frame, serve } from "./hosts.mjs";
import { URL_BASE, launch } from "./launch.mjs";
import { PATIENCE_MS, STEPS, WIDE } from "./player.mjs";
import { ACTOR, RecordStore, TOKEN } from "./record-store.mjs";

const browser = await launch();
after(() => browser.close());

/** A course page whose script makes statements with these options; `when` is waited for first. */
function keeps(options, query = "", when = "Promise.resolve()") {
  return course(`${frame(query)}<script type="module">
import { bridge } from "${URL_BASE}/bridge.js";
window.made = [];
await ${when};
window.end = bridge(document.querySelector("iframe"), { ...${JSON.stringify(options)}, onStatement: (it) => made.push(it) });
</script>`);
}

function check(claim, body, spec) {
  test(claim, { timeout: 2 * 60_000 }, async () => {
    const store = new RecordStore();
    const lrs = await store.serve();
    const host = await serve({ "/": body(`${lrs.url}/xapi`), "/empty": "" });
    const tab = await browser.newContext(WIDE);
    tab.setDefaultTimeout(PATIENCE_MS);
    try {
      const page = await tab.newPage();
      const complaints = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(host.url);
      await spec(page, store, host.url);
      assert.deepEqual(complaints, []);
    } finally {
      await tab.close();
      host.stop();
      lrs.stop();
    }
  });
}

const say = (page, method, value) =>
  page.evaluate(([method, value]) => say({ context: "mirrorpod", version: 1, method, value }), [method, value]);
const verbs = (page) => page.evaluate(() => made.map((it) => it.verb.display.en));
const told = (page, verb) =>
  page.waitForFunction((verb) => window.made?.find((it) => it.verb.display.en === verb), verb, { polling: 50 }).then((it) => it.jsonValue());

check("what is done in a frame on another origin is made into statements", () => keeps({}), async (page) => {
  const begun = await told(page, "initialized");
  assert.equal(begun.object.id, `${URL_BASE}/en/lessons/static-pods`);
  assert.ok(Object.values(begun.context.extensions)[0] > 60, "its length, in seconds");
  await say(page, "play");
  assert.equal((await told(page, "played")).object.id, `${URL_BASE}/en/lessons/static-pods#step=scan`);
  await say(page, "pause");
  await told(page, "paused");
  await say(page, "seek", { step: "edit", t: 500 });
  const leap = await told(page, "seeked");
  assert.match(leap.object.id, /#step=edit$/);
  const [from, to] = Object.values(leap.result.extensions);
  assert.ok(from < 10 && to > 30, `${from} to ${to}`);
  assert.ok(!(await verbs(page)).includes("completed"));
  for (const step of STEPS) await say(page, "seek", { step });
  await say(page, "seek", 1e9);
  await told(page, "completed");
  await page.evaluate(() => end());
  assert.equal((await verbs(page)).at(-1), "terminated");
});

const READY = "new Promise((done) => setInterval(() => heard.some((it) => it.event === 'ready') && done(), 50))";
const late = () => keeps({}, "from=mirror&to=delete", READY);
check("a script that comes late hears all the same, and some steps may be all there are", late, async (page) => {
  await told(page, "initialized");
  assert.match((await told(page, "progressed")).object.id, /static-pods$/);
  await say(page, "seek", { step: "delete" });
  await say(page, "seek", 1e9);
  await told(page, "completed");
});

const stored = (endpoint) => keeps({ lrs: { endpoint, auth: `Basic ${TOKEN}` }, actor: ACTOR, activity: "https://course.example/pods" });
check("a record store gets them in their order, the last when the page goes", stored, async (page, store, url) => {
  await told(page, "initialized");
  await say(page, "play");
  await told(page, "played");
  await page.goto(`${url}/empty`);
  for (let tries = 0; store.verbs.at(-1) !== "terminated" && tries < 200; tries += 1) await page.waitForTimeout(50);
  assert.deepEqual(store.verbs, ["initialized", "progressed", "played", "terminated"]);
  for (const it of store.statements) assert.deepEqual(it.actor, ACTOR);
  assert.equal(store.statements[2].object.id, "https://course.example/pods#step=scan");
});

const asks = () => course(`<div id="here"></div><script type="module">
import { bridge } from "${URL_BASE}/bridge.js";
window.made = [];
const frame = document.createElement("iframe");
frame.sandbox = "allow-scripts";
frame.title = "Static Pods, animation";
frame.width = 900;
frame.height = 600;
frame.src = "${URL_BASE}/embed/static-pods?questions=1&step=start&parent=" + encodeURIComponent(location.origin);
document.getElementById("here").append(frame);
bridge(frame, { onStatement: (it) => made.push(it) });
</script>`);
check("an answer to a question is a statement that says whether it is right", asks, async (page) => {
  await told(page, "initialized");
  const player = page.frames().find((it) => it.url().includes("/embed/"));
  await player.locator(".start").click();
  await player.locator("#question li button").nth(2).click();
  const { object, result } = await told(page, "answered");
  assert.equal(object.id, `${URL_BASE}/en/lessons/static-pods#step=start&question=start-1`);
  assert.equal(object.definition.interactionType, "choice");
  assert.deepEqual(result, { success: true, response: "2" });
});
