// Packages for learning platforms as they are exported, put into a platform, and gone through.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";

import { launch } from "./launch.mjs";
import { platform } from "./platforms.mjs";
import { PATIENCE_MS, PHONE, STEPS, WIDE } from "./player.mjs";
import { RecordStore } from "./record-store.mjs";
import { unzip } from "./unzip.mjs";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const packages = await exported();
const browser = await launch();
after(() => browser.close());

/** The files of both packages, as the program writes them, and those of the export that needs no server. */
async function exported() {
  const folder = await mkdtemp(join(tmpdir(), "mirrorpod-packages-"));
  const out = ["--out", join(folder, "out"), "--assets", process.env.MIRRORPOD_ASSETS];
  try {
    await promisify(execFile)(process.env.MIRRORPOD_PROGRAM, ["export", "static-pods", ...out]);
    const read = async (kind) => unzip(await readFile(join(folder, "out", `static-pods.${kind}.zip`)));
    return { scorm: await read("scorm12"), cmi5: await read("cmi5"), site: await below(join(folder, "out", "site")) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The files below a folder, by path. */
async function below(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name));
  return new Map(await Promise.all(paths.map(async (it) => [relative(folder, it), await readFile(it)])));
}

/** A test in a browser; `expected` is a pattern of what the page may say in its console as an error. */
function check(claim, files, options, spec) {
  test(claim, { timeout: 2 * 60_000 }, async () => {
    const host = await platform(files);
    const store = options.launched && (await options.launched.serve());
    const tab = await browser.newContext({ ...WIDE, ...options.context });
    tab.setDefaultTimeout(PATIENCE_MS);
    const complaints = [];
    try {
      const page = await tab.newPage();
      page.warned = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("console", (it) => {
        if (it.type() === "warning" && it.text().startsWith("mirrorpod")) page.warned.push(it.text());
        // A document that is not there yet is answered with 404, and the browser remarks on it.
        const isAnswer = store && it.location().url.startsWith(store.url) && it.text().includes("404");
        const isMistake = it.type() === "error" && !isAnswer && !options.expected?.test(it.text());
        if (isMistake) complaints.push(`${it.text()} ${it.location().url}`);
      });
      page.on("request", (it) => {
        const { origin, protocol } = new URL(it.url());
        if (protocol !== "data:" && ![host.url, store?.url].includes(origin)) complaints.push(it.url());
      });
      await spec(page, host.url, options.launched, store?.url);
      assert.deepEqual(complaints, []);
    } finally {
      await tab.close();
      host.stop();
      store?.stop();
    }
  });
}

/** The frame of the lesson, once its player is there. */
async function player(page) {
  const found = () => page.frames().find((it) => it.url().includes("/embed/"));
  while (!found()) await page.waitForEvent("framenavigated");
  await found().waitForFunction(() => document.documentElement.dataset.player === "ready");
  return found();
}

/** Waits until something is so. */
async function until(looks, what) {
  for (let tries = 0; tries < PATIENCE_MS / 50; tries += 1) {
    if (await looks()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail(`never: ${what}`);
}

/** Goes through the lesson, step by step, to its end. */
async function through(it) {
  for (const step of STEPS.slice(1)) {
    await it.locator(".controls [data-act=next-step]").click();
    await it.waitForFunction((step) => document.getElementById("player").dataset.step === step, step);
  }
  await it.locator("#player").focus();
  await it.page().keyboard.press("End");
}

const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("cmi")));
const calls = (page) => page.evaluate(() => window.calls);
const { scorm, cmi5, site } = packages;

test("both packages have their list at the top, and in it all that they hold", () => {
  const list = scorm.get("imsmanifest.xml").toString();
  const files = [...list.matchAll(/<file href="([^"]+)"/g)].map(([, it]) => decodeURIComponent(it));
  assert.deepEqual(files.sort(), [...scorm.keys()].filter((it) => it !== "imsmanifest.xml").sort());
  assert.match(cmi5.get("cmi5.xml").toString(), /<url>cmi5\.html<\/url>/);
  assert.ok(cmi5.has("cmi5.html"));
});

check("an export has the script for pages that keep a record", site, {}, async (page, url) => {
  await page.goto(`${url}/empty`);
  assert.equal(await page.evaluate(async () => typeof (await import("/package/bridge.js")).bridge), "function");
});

check("SCORM: incomplete at the start, complete once every step was seen and the end reached", scorm, {}, async (page, url) => {
  await page.goto(url);
  const it = await player(page);
  await until(async () => (await kept(page))?.suspend_data === "1 scan", "the first step is kept");
  assert.equal((await kept(page)).core.lesson_status, "incomplete");
  await through(it);
  await until(async () => (await kept(page)).core.lesson_status === "completed", "complete");
  await page.goto(`${url}/empty`);
  const { core, suspend_data: seen } = await kept(page);
  assert.equal(core.lesson_status, "completed");
  assert.match(core.session_time, /^\d{2,4}:\d\d:\d\d(\.\d\d)?$/);
  assert.ok(core.session_time > "00:00:00", core.session_time);
  assert.equal(seen, `1 ${STEPS.join(" ")} .`);
});

check("SCORM: who comes back goes on where they were, standing still", scorm, {}, async (page, url) => {
  await page.goto(url);
  const first = await player(page);
  for (const step of ["start", "mirror", "delete"]) {
    await first.locator(".controls [data-act=next-step]").click();
    await first.waitForFunction((step) => document.getElementById("player").dataset.step === step, step);
  }
  await until(async () => (await calls(page)).some(([, value]) => value === "step=delete&t=0"), "the place is told");
  await page.goto(`${url}/empty`);
  const { core } = await kept(page);
  assert.deepEqual([core.lesson_status, core.exit], ["incomplete", "suspend"]);
  await page.goto(url);
  const again = await player(page);
  const { step, playing } = await again.evaluate(() => ({ ...document.getElementById("player").dataset }));
  assert.deepEqual([step, playing], ["delete", "false"]);
  await until(async () => (await kept(page)).suspend_data === "1 scan start mirror delete", "what was seen before counts");
});

check("SCORM: it begins with LMSInitialize and ends with one LMSFinish", scorm, {}, async (page, url) => {
  await page.goto(url);
  await player(page);
  const ended = page.evaluate(() => new Promise((done) => {
    document.getElementById("sco").addEventListener("load", () => done(window.calls));
    setTimeout(() => { document.getElementById("sco").src = "/empty"; }, 500);
  }));
  const names = (await ended).filter((it) => typeof it === "string");
  assert.equal(names[0], "LMSInitialize");
  assert.equal(names.at(-1), "LMSFinish");
  assert.equal(names.filter((it) => it === "LMSFinish").length, 1);
});

check("SCORM: without a platform the lesson plays, and a developer is told once", scorm, {}, async (page, url) => {
  await page.goto(`${url}/package/scorm.html`);
  const it = await player(page);
  await it.locator(".start").click();
  await it.waitForFunction(() => Number(document.getElementById("player").dataset.displayMs) > 300);
  assert.deepEqual(page.warned, ["mirrorpod: no SCORM API in the windows above; nothing is reported"]);
});

/** Opens the package as its platform does. */
async function opens(page, url, store, base) {
  await page.goto(`${url}/package/cmi5.html?${store.query(base)}`);
  return player(page);
}

const launched = (of) => ({ launched: new RecordStore(of) });

check("cmi5: a whole visit is told by the rules, and the way back leads to the course", cmi5, launched({ languages: "de,fr-CA,en" }), async (page, url, store, base) => {
  store.launchData.returnURL = `${base}/course`;
  const it = await opens(page, url, store, base);
  assert.equal(await it.evaluate(() => document.documentElement.lang), "fr", "the learner's language there");
  assert.equal(await page.title(), await it.locator("h1").innerText());
  await it.locator(".start").click();
  await it.waitForFunction(() => Number(document.getElementById("player").dataset.displayMs) > 300);
  await through(it);
  await until(() => store.verbs.includes("completed"), "completed");
  await page.getByRole("button", { name: "Revenir au cours" }).click();
  await page.waitForURL(`${base}/course`);
  store.obeys();
  for (const verb of ["played", "seeked", "progressed"]) assert.ok(store.verbs.includes(verb), verb);
  const seeked = store.statements.find(({ verb }) => verb.id.endsWith("/seeked"));
  assert.match(seeked.object.id, /^(urn:uuid:[0-9a-f-]+|https?:.+)#step=\w+$/);
});

check("cmi5: leaving the page ends the visit, and the next one goes on", cmi5, launched({ languages: "es" }), async (page, url, store, base) => {
  const it = await opens(page, url, store, base);
  await it.locator(".controls [data-act=next-step]").click();
  await until(() => store.kept.mirrorpod?.step === "start", "the place is kept");
  await page.goto(`${url}/empty`);
  await until(() => store.verbs.at(-1) === "terminated", "terminated");
  store.obeys();
  store.launches();
  const again = await opens(page, url, store, base);
  const { lang, step } = await again.evaluate(() => ({ ...document.getElementById("player").dataset }));
  assert.deepEqual([lang, step], ["es", "start"]);
});

check("cmi5: who only looks around leaves no trace but that", cmi5, launched({ mode: "Browse" }), async (page, url, store, base) => {
  const it = await opens(page, url, store, base);
  await through(it);
  await page.goto(`${url}/empty`);
  await until(() => store.verbs.at(-1) === "terminated", "terminated");
  assert.deepEqual(store.verbs, ["initialized", "terminated"]);
  store.obeys();
});

const FRENCH = { context: { ...PHONE, locale: "fr-FR" } };
const SAID = { used: /a déjà servi/, refused: /n’autorise pas/ };
for (const [key, of] of [["used", { isUsed: true }], ["refused", { refuses: true }]]) {
  const options = { ...FRENCH, ...launched(of), expected: /401/ };
  check(`cmi5: a launch that is ${key} is told of in the reader's language, and the lesson plays`, cmi5, options, async (page, url, store, base) => {
    store.isUsed = Boolean(of.isUsed);
    const it = await opens(page, url, store, base);
    assert.match(await page.getByRole("alert").innerText(), SAID[key]);
    assert.equal(await it.evaluate(() => document.documentElement.lang), "fr");
    await it.locator(".start").click();
    await it.waitForFunction(() => Number(document.getElementById("player").dataset.displayMs) > 300);
    assert.deepEqual(store.statements, []);
    await page.evaluate(AXE);
    const { passes, violations } = await page.evaluate(() => axe.run(document, { iframes: false }));
    assert.ok(passes.length > 5);
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.target.join(" "))}`), []);
  });
}

const lost = { ...launched({ languages: "es" }), expected: /401/ };
check("cmi5: when the platform stops recording, the learner is told", cmi5, lost, async (page, url, store, base) => {
  const it = await opens(page, url, store, base);
  await until(() => store.verbs.includes("initialized"), "begun");
  store.refuses = true;
  await it.locator(".start").click();
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /ha dejado de registrar/);
});

check("cmi5: opened by nobody, it is the lesson", cmi5, {}, async (page, url) => {
  await page.goto(`${url}/package/cmi5.html`);
  await player(page);
  assert.equal(await page.getByRole("alert").isVisible(), false);
  assert.equal(page.warned.length, 1);
});
