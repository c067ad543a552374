// A lesson in frames of other people's pages: in a sandbox, on another origin, without a program,
// seven at once, and all that its host may say and hear.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, test } from "node:test";

import { course, frame, serve } from "./hosts.mjs";
import { URL_BASE, launch } from "./launch.mjs";
import { PATIENCE_MS, WIDE } from "./player.mjs";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await launch();
after(() => browser.close());

/**
 * A test about a course page. `options`: `context` (of the browser), `route` (a function of the page,
 * before it is opened), `still` (the frames' players need not start), `expected` (a pattern of what the
 * browser may say in its console, since the test provokes it).
 */
function check(claim, body, options, spec) {
  test(claim, { timeout: 2 * 60_000 }, async () => {
    const host = await serve({ "/": course(body) });
    const tab = await browser.newContext({ ...WIDE, ...options.context });
    tab.setDefaultTimeout(PATIENCE_MS);
    const complaints = [];
    const foreign = [];
    try {
      const page = await tab.newPage();
      page.on("pageerror", (error) => complaints.push(error.message));
      const expected = options.expected ?? /^$/;
      page.on("console", (it) => {
        if (it.type() === "error" && !expected.test(it.text())) complaints.push(it.text());
      });
      page.on("request", (it) => {
        const own = ["data:", "blob:", `${host.url}/`, `${URL_BASE}/`];
        if (!own.some((begin) => it.url().startsWith(begin))) foreign.push(it.url());
      });
      await options.route?.(page);
      await page.goto(host.url);
      if (!options.still) for (const it of lessons(page)) await ready(it);
      await spec(page, host);
      assert.deepEqual(await tab.cookies(), [], "no cookie");
    } finally {
      await tab.close();
      host.stop();
    }
    assert.deepEqual(foreign, [], "no request to a third party");
    if (!options.still) assert.deepEqual(complaints, []);
  });
}

const lessons = (page) => page.frames().filter((it) => it.url().includes("/embed/"));
const only = (page) => lessons(page)[0];
const attributes = (it) => it.evaluate(() => ({ ...document.getElementById("player").dataset }));

function ready(it) {
  // A frame that nobody sees is not drawn, so nothing can be asked at each drawing of it.
  return it.waitForFunction(() => document.documentElement.dataset.player === "ready", null, { polling: 50 });
}

/** Waits until the host has heard such a message; gives it. */
async function hears(page, like) {
  const found = await page.waitForFunction((like) => {
    const fits = (has, wants) => Object.entries(wants).every(([key, value]) =>
      value !== null && typeof value === "object" ? has[key] && fits(has[key], value) : has[key] === value);
    return window.heard.find((it) => fits(it, like)) ?? null;
  }, like, { polling: 50 });
  return found.jsonValue();
}

let last = 0;

/** Asks the player in our words; gives its answer. */
async function ask(page, method, value) {
  last += 1;
  await page.evaluate(([id, method, value]) => say({ context: "mirrorpod", version: 1, id, method, value }), [last, method, value]);
  return hears(page, { context: "mirrorpod", id: last });
}

check("a frame in a sandbox on another origin plays when somebody begins", frame("step=delete"), {}, async (page) => {
  const it = only(page);
  const before = await attributes(it);
  assert.equal(before.step, "delete");
  assert.equal(before.playing, "false", "a place never means that it plays");
  assert.equal(await it.evaluate(() => self.origin), "null");
  await it.locator(".start").click();
  await it.waitForFunction((was) => document.getElementById("player").dataset.displayMs > was, Number(before.displayMs) + 500);
  assert.equal(await it.locator(".start").isVisible(), false);
});

check("nothing is said before it is asked for but that it is there, and its height", frame("autoplay=1"), {}, async (page) => {
  await only(page).waitForFunction(() => document.getElementById("player").dataset.playing === "true");
  await page.waitForTimeout(1500);
  const kinds = await page.evaluate(() => [...new Set(heard.map((it) => it.event ?? it.action ?? it.subject))]);
  assert.deepEqual(kinds.sort(), ["hello", "lti.frameResize", "ready"]);
});

check("the height follows three kinds of host", frame(), {}, async (page) => {
  await hears(page, { subject: "lti.frameResize" });
  // The picture that is alive may be of another height than the poster; then it is told again.
  await page.waitForTimeout(1000);
  const { height } = await page.evaluate(() => heard.findLast((it) => it.subject === "lti.frameResize"));
  assert.ok(height > 500 && height < 1400, `${height}`);
  await hears(page, { context: "h5p", action: "hello" });
  await page.evaluate(() => say({ context: "h5p", action: "hello" }));
  const asked = await hears(page, { context: "h5p", action: "prepareResize" });
  assert.equal(asked.scrollHeight, height);
  await page.evaluate(() => say({ context: "h5p", action: "resizePrepared" }));
  const set = await hears(page, { context: "h5p", action: "resize" });
  assert.equal(set.scrollHeight, height);
  await ask(page, "addEventListener", "resize");
  const told = await hears(page, { event: "resize" });
  assert.equal(told.data.height, height);
});

for (const width of [320, 480, 560, 640, 960, 1200]) {
  const body = `${frame("lang=fr")}<script async src="${URL_BASE}/embed.js"></script>`;
  const context = { viewport: { width, height: 1600 } };
  check(`embed.js gives a frame of ${width} px its height, and it comes to rest`, body, { context }, async (page) => {
    const element = page.locator("iframe");
    await page.waitForFunction(() => document.querySelector("iframe").style.height !== "");
    await page.waitForTimeout(500);
    const height = await element.evaluate((it) => it.clientHeight);
    await page.waitForTimeout(700);
    assert.equal(await element.evaluate((it) => it.clientHeight), height, "it rests");
    const inside = await only(page).evaluate(() => {
      const { scrollHeight, scrollWidth, clientHeight, clientWidth } = document.documentElement;
      return { scrollHeight, scrollWidth, clientHeight, clientWidth };
    });
    assert.equal(inside.scrollHeight, inside.clientHeight, "nothing is cut off below");
    assert.equal(inside.scrollWidth, inside.clientWidth, "nothing is cut off beside");
  });
}

for (const [query, high] of [["", false], ["controls=full", true]]) {
  const body = frame(query).replace("aspect-ratio:16/10", "height:420px");
  const what = high ? "keeps everything that was asked for" : "is for its picture, and asks for the height of everything";
  check(`a wide frame that stays low ${what}`, body, { context: { viewport: { width: 800, height: 900 } } }, async (page) => {
    const it = only(page);
    assert.equal(await it.locator("[data-part=lanes]").isVisible(), high);
    const picture = await it.locator(".stage svg").first().evaluate((svg) => svg.clientHeight);
    if (!high) assert.ok(picture > 220, `the picture is ${picture} px high`);
    const caption = await it.locator(".caption p").first().evaluate((p) => p.parentElement.closest(".caption").clientHeight - p.offsetHeight);
    assert.ok(caption >= 0, "nothing of the caption is cut off");
    await page.waitForFunction(() => heard.some((it) => it.subject === "lti.frameResize"));
    await page.waitForTimeout(500);
    const { height } = await page.evaluate(() => heard.findLast((it) => it.subject === "lti.frameResize"));
    assert.ok(height > 620, `${height}`);
  });
}

const far = { context: { viewport: { width: 900, height: 600 } } };
const below = `<div style="height:4000px"></div>${frame("lang=fr")}<script async src="${URL_BASE}/embed.js"></script>`;
check("a frame far below gets its height before anybody comes to it", below, far, async (page) => {
  await page.waitForFunction(() => document.querySelector("iframe").style.height !== "");
  await page.waitForTimeout(700);
  const height = () => page.evaluate(() => document.querySelector("iframe").clientHeight);
  const before = await height();
  await page.locator("iframe").scrollIntoViewIfNeeded();
  await page.waitForTimeout(700);
  assert.equal(await height(), before, "nothing moves when somebody comes");
});

check("a frame that was there before embed.js gets its height, too", frame("lang=fr"), {}, async (page) => {
  await page.waitForTimeout(1000);
  assert.equal(await page.evaluate(() => document.querySelector("iframe").style.height), "");
  await page.addScriptTag({ url: `${URL_BASE}/embed.js` });
  await page.waitForFunction(() => document.querySelector("iframe").style.height !== "");
});

check("every method is answered and does what it says", frame("parent=" + encodeURIComponent("http://HOST")), {}, async (page) => {
  const { data } = await hears(page, { context: "mirrorpod", event: "ready" });
  assert.equal(data.lesson, "static-pods");
  assert.equal(data.steps.length, 6);
  assert.ok(data.duration > 60_000, `${data.duration}`);
  for (const event of data.events) assert.equal((await ask(page, "addEventListener", event)).result, null, event);
  await ask(page, "seek", { step: "edit", t: 1200 });
  assert.deepEqual((await hears(page, { event: "stepchange", data: { step: "edit" } })).data, { step: "edit", index: 4, reason: "link" });
  await hears(page, { event: "seeked" });
  await hears(page, { event: "cuechange" });
  const state = (await ask(page, "getState")).result;
  assert.deepEqual([state.step, state.t, state.playing, state.lang], ["edit", 1200, false, "en"]);
  assert.match(state.containerId, /^[0-9a-f]{64}$/);
  const things = await hears(page, { event: "statechange" });
  assert.ok(things.data.files.length && things.data.containers.length && things.data.pods.length);
  await ask(page, "play");
  await hears(page, { event: "play" });
  assert.ok((await hears(page, { event: "timeupdate" })).data.percent > 50);
  const happened = await hears(page, { event: "simevent" });
  assert.ok(happened.data.seq > 0 && typeof happened.data.kind === "string" && happened.data.object);
  await ask(page, "pause");
  await hears(page, { event: "pause" });
  await ask(page, "step", -1);
  assert.equal((await ask(page, "getState")).result.step, "edit", "back to its beginning first");
  await ask(page, "step", -1);
  assert.equal((await ask(page, "getState")).result.step, "delete");
  const duration = (await ask(page, "getDuration")).result;
  assert.equal(duration, data.duration);
  await ask(page, "seek", duration);
  await hears(page, { event: "ended" });
  assert.equal((await ask(page, "getCurrentTime")).result, duration);
  await ask(page, "reset");
  assert.equal((await ask(page, "getCurrentTime")).result, 0);
  assert.match((await ask(page, "inject", "api down")).error, /no faults/);
  assert.match((await ask(page, "dance")).error, /no method dance/);
  assert.match((await ask(page, "addEventListener", "dance")).error, /no event dance/);
  await ask(page, "removeEventListener", "play");
  await page.evaluate(() => { heard.length = 0; });
  await ask(page, "play");
  await only(page).waitForFunction(() => document.getElementById("player").dataset.playing === "true");
  assert.ok(!(await page.evaluate(() => heard.some((it) => it.event === "play"))), "not told any more");
});

check("the time is told at most four times a second", frame(), {}, async (page) => {
  await ask(page, "addEventListener", "timeupdate");
  await ask(page, "play");
  await page.waitForTimeout(2500);
  const n = await page.evaluate(() => heard.filter((it) => it.event === "timeupdate").length);
  assert.ok(n >= 3 && n <= 11, `${n} in two and a half seconds`);
});

test("looks and language are the page's that the address names, and nobody else's", async () => {
  const host = await serve({});
  const own = await serve({ "/": course(frame(`parent=${encodeURIComponent("http://elsewhere.example")}`)) });
  const tab = await browser.newContext(WIDE);
  try {
    const page = await tab.newPage();
    await page.goto(own.url);
    await ready(only(page));
    for (const [method, value] of [["setTheme", "dark"], ["setSpeed", 2], ["setCaptions", false], ["setLanguage", "fr"]]) {
      assert.match((await ask(page, method, value)).error, /parent=/, method);
    }
    const named = frame(`parent=${encodeURIComponent(own.url)}&step=delete`);
    await page.setContent(course(named));
    await page.waitForFunction(() => document.querySelector("iframe"));
    await page.waitForTimeout(300);
    await ready(only(page));
    for (const [method, value] of [["setTheme", "dark"], ["setSpeed", 2], ["setCaptions", false]]) {
      assert.equal((await ask(page, method, value)).error, undefined, method);
    }
    const state = (await ask(page, "getState")).result;
    assert.deepEqual([state.speed, state.captions], [2, false]);
    assert.equal(await only(page).evaluate(() => document.documentElement.dataset.theme), "dark");
    await ask(page, "seek", { step: "edit", t: 900 });
    await page.evaluate(() => say({ context: "mirrorpod", version: 1, id: "l", method: "setLanguage", value: "fr" }));
    await only(page).waitForFunction(() => document.documentElement.lang === "fr");
    await ready(only(page));
    const french = await attributes(only(page));
    assert.deepEqual([french.lang, french.step], ["fr", "edit"], "it goes on where it stood");
  } finally {
    await tab.close();
    own.stop();
    host.stop();
  }
});

check("who speaks player.js is understood", frame(), {}, async (page) => {
  await hears(page, { context: "player.js", event: "ready" });
  const call = (method, value, listener) =>
    page.evaluate((it) => say(JSON.stringify({ context: "player.js", version: "0.0.11", ...it })), { method, value, listener });
  await call("addEventListener", "timeupdate", "a");
  await call("addEventListener", "play", "b");
  await call("setCurrentTime", 12.5);
  const time = await hears(page, { context: "player.js", event: "timeupdate", listener: "a" });
  assert.equal(time.value.seconds, 12.5);
  await call("play");
  await hears(page, { context: "player.js", event: "play", listener: "b" });
  await call("getPaused", undefined, "c");
  assert.equal((await hears(page, { event: "getPaused", listener: "c" })).value, false);
  await call("getDuration", undefined, "d");
  assert.ok((await hears(page, { event: "getDuration", listener: "d" })).value > 60);
});

const blocked = { still: true, route: (page) => page.route(/frame-\w+\.wasm/, (it) => it.abort()) };
check("without a program the poster stays, and the host is told why", frame("step=delete"), blocked, async (page) => {
  const { data } = await hears(page, { context: "mirrorpod", event: "error" });
  assert.equal(data.code, "program");
  assert.ok(data.message.length > 3);
  const it = only(page);
  assert.ok(await it.locator(".stage svg").first().isVisible(), "the poster");
  assert.match(await it.locator("[data-part=note]").innerText(), /./);
  assert.equal(await it.locator(".start").isVisible(), false, "nothing to begin");
  await hears(page, { subject: "lti.frameResize" });
});

check("seven frames in one page all play", Array.from({ length: 7 }, () => frame("autoplay=1")).join(""), { context: { viewport: { width: 700, height: 4200 } } }, async (page) => {
  const all = lessons(page);
  assert.equal(all.length, 7);
  for (const it of all) {
    await it.waitForFunction(() => Number(document.getElementById("player").dataset.displayMs) > 300);
  }
});

const element = (more) => `<mirror-pod lesson="static-pods" lang="fr" step="delete" ${more}><a href="${URL_BASE}/fr/lessons/static-pods">La leçon</a></mirror-pod>
<script>window.told = []; for (const name of ["ready", "stepchange"]) document.addEventListener(name, (it) => told.push([name, it.detail?.step]), true);</script>
<script async src="${URL_BASE}/embed.js"></script>`;
check("the element is a frame with its attributes, and passes on what it hears", element(""), { still: true }, async (page) => {
  await page.waitForFunction(() => document.querySelector("mirror-pod").frame);
  await page.waitForFunction(() => window.told.some(([name]) => name === "ready"));
  const it = only(page);
  assert.equal((await attributes(it)).step, "delete");
  assert.equal(await it.evaluate(() => document.documentElement.lang), "fr");
  const { frameTitle, height } = await page.evaluate(() => {
    const { frame } = document.querySelector("mirror-pod");
    return { frameTitle: frame.title, height: frame.clientHeight };
  });
  assert.equal(frameTitle, "La leçon");
  assert.ok(height > 300);
  await page.evaluate(() => document.querySelector("mirror-pod").call("setTheme", "dark"));
  await it.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await page.evaluate(() => document.querySelector("mirror-pod").call("seek", { step: "edit" }));
  await page.waitForFunction(() => window.told.some(([name, step]) => name === "stepchange" && step === "edit"));
});

check("only the steps that were asked for can be seen", frame("from=mirror&to=delete"), {}, async (page) => {
  assert.equal((await attributes(only(page))).step, "mirror");
  await ask(page, "seek", 0);
  assert.equal((await ask(page, "getState")).result.step, "mirror");
  const duration = (await ask(page, "getDuration")).result;
  await ask(page, "seek", duration + 50_000);
  const end = (await ask(page, "getState")).result;
  assert.deepEqual([end.step, end.ended], ["delete", true]);
});

check("controls and keys are as asked for", frame("controls=none&keys=0"), {}, async (page) => {
  const it = only(page);
  assert.equal(await it.locator(".controls").isVisible(), false);
  await it.locator("#player").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(300);
  const { step, playing } = await attributes(it);
  assert.deepEqual([step, playing], ["scan", "false"]);
});

check("keys work once the frame has the focus", frame(), {}, async (page) => {
  const it = only(page);
  await page.keyboard.press("ArrowRight");
  assert.equal((await attributes(it)).step, "scan", "the host's keys are the host's");
  await it.locator("#player").focus();
  await page.keyboard.press("ArrowRight");
  await it.waitForFunction(() => document.getElementById("player").dataset.step === "start");
});

check("what means nothing is said once, and the rest counts", frame("colour=red&step=delete"), {}, async (page) => {
  const it = only(page);
  await it.locator("[data-part=note]").getByText("colour=red").waitFor();
  assert.equal((await attributes(it)).step, "delete");
});

for (const [look, context] of [["light, wide", {}], ["dark, narrow", { colorScheme: "dark", viewport: { width: 420, height: 900 } }]]) {
  // It measures with styles of its own, which the frame's policy forbids.
  const expected = /inline style/;
  check(`axe finds nothing inside the frame, ${look}`, frame("lang=es"), { context, expected }, async (page) => {
    const it = only(page);
    await it.evaluate(AXE);
    const { passes, violations } = await it.evaluate(() => axe.run(document));
    assert.ok(passes.length > 10);
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.target.join(" "))}`), []);
  });
}

check("a frame offers nothing that it has no place for", frame(), {}, async (page) => {
  const player = only(page);
  assert.equal(await player.locator("[data-act=why]").count(), 0);
  await player.locator("#player").focus();
  await page.keyboard.press("?");
  const keys = player.locator(".dialog dl");
  await keys.waitFor();
  assert.ok((await keys.locator("div").count()) > 10);
  assert.doesNotMatch(await keys.innerText(), /Why did this happen|Go to a step|To the text/);
});
