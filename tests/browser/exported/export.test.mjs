// What an export has beside its pages: the lesson as one file, which opens from a disk, and pages for
// frames that hold what they load.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import { course, frame, serve } from "../hosts.mjs";
import { URL_BASE, launch, playerReady } from "../launch.mjs";
import { PHONE, STEPS, WIDE, press, state, until } from "../player.mjs";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FILE = pathToFileURL(join(process.env.MIRRORPOD_EXPORT, "static-pods.html")).href;
const browser = await launch();
after(() => browser.close());

/** A test of the one file, opened from the disk by somebody without a network. */
function check(claim, query, context, spec) {
  test(claim, { timeout: 2 * 60_000 }, async () => {
    const tab = await browser.newContext({ ...WIDE, offline: true, ...context });
    const page = await tab.newPage();
    const wrong = [];
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("console", (it) => it.type() === "error" && wrong.push(it.text()));
    page.on("request", (it) => /^(file|blob|data):/.test(it.url()) || wrong.push(it.url()));
    await page.goto(FILE + query);
    if (context.javaScriptEnabled !== false) await playerReady(page);
    await spec(page);
    assert.deepEqual(wrong, [], "it neither complains nor asks anybody");
    await tab.close();
  });
}

for (const [lang, title] of [["en", "Static Pods"], ["fr", "Pods statiques"], ["es", "Pods estáticos"]]) {
  check(`the one file opens from a disk in ${lang} and plays`, `?lang=${lang}#step=drain`, {}, async (page) => {
    assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
    assert.ok((await page.title()).startsWith(title), await page.title());
    const { step, displayMs } = await state(page);
    assert.equal(step, "drain");
    for (let n = 0; n < 3; n += 1) await press(page, ">");
    await press(page, "Space");
    if (lang === "fr") return until(page, { phase: "ended" }, 90_000);
    await page.waitForFunction((was) => document.getElementById("player").dataset.displayMs > was + 500, displayMs);
  });
}

check("it begins in the reader's own language", "", { locale: "fr-CA" }, async (page) => {
  assert.equal(await page.evaluate(() => document.documentElement.lang), "fr");
});

check("its languages lead to the same moment", "#step=edit&t=900", {}, async (page) => {
  await page.locator("a[hreflang=fr]").click();
  await page.waitForURL(/lang=fr#step=edit&t=900$/);
  await playerReady(page);
  assert.equal((await state(page)).step, "edit");
});

check("every step can be reached, and nothing leads where there is nothing", "", {}, async (page) => {
  for (const step of STEPS) {
    await page.locator(`[data-part=chapters] a[href='#step=${step}']`).click();
    await until(page, { step });
  }
  const links = await page.locator("a[href]").evaluateAll((all) => all.map((it) => it.getAttribute("href")));
  assert.ok(links.length > 10);
  const stray = links.filter((it) => !/^(#|\?lang=|https:)/.test(it));
  assert.deepEqual(stray, []);
});

check("without script the whole lesson can be read", "", { javaScriptEnabled: false }, async (page) => {
  assert.equal(await page.locator(".reading .step").count(), STEPS.length);
  assert.ok(await page.locator(".stage svg").first().isVisible());
});

for (const [name, context] of [["wide", {}], ["on a phone, dark", { ...PHONE, colorScheme: "dark" }]]) {
  check(`axe finds nothing in the one file, ${name}`, "", context, async (page) => {
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
  });
}

test("a sandboxed frame of a file server that allows no foreign origin plays all the same", async () => {
  const host = await serve({ "/": course(frame("lang=fr&step=delete", 'sandbox="allow-scripts"')) });
  const page = await browser.newPage();
  await page.goto(host.url);
  const player = page.frames().find((it) => it.url().includes("/embed/"));
  await player.waitForFunction(() => document.documentElement.dataset.player === "ready");
  assert.equal(await player.evaluate(() => document.documentElement.lang), "fr");
  assert.equal(await player.evaluate(() => self.origin), "null");
  await player.locator(".start").click();
  await player.waitForFunction(() => Number(document.getElementById("player").dataset.displayMs) > 500);
  await page.close();
  host.stop();
});

test("no file names an address of a server", async () => {
  const folder = join(process.env.MIRRORPOD_EXPORT, "site");
  const names = (await readdir(folder, { recursive: true })).filter((it) => it.endsWith(".html"));
  assert.ok(names.length > 20, `${names.length} pages`);
  for (const name of names) {
    const html = await readFile(join(folder, name), "utf8");
    const found = html.match(/ (href|src|data-[\w-]+)="\/(?!etc\/)[^"]*"/);
    assert.equal(found, null, `${name}: ${found?.[0]}`);
    assert.ok(!html.includes(URL_BASE), name);
  }
});
