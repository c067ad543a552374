// The page on which a teacher gets what puts a lesson into a page of their own: what it writes down
// is what was chosen, and works.

import assert from "node:assert/strict";
import { test } from "node:test";

import { serve } from "./hosts.mjs";
import { URL_BASE, launch } from "./launch.mjs";
import { check, lesson, visit } from "./player.mjs";

const STILL = { still: true };
const SHARE = lesson("fr", "/embed");

const code = (page) => page.locator("[name=code]").inputValue();
const choose = (page, name, value) => page.locator(`select[name=${name}]`).selectOption(value);
const as = (page, kind) => page.locator(`[name=kind][value=${kind}]`).check();

check("what is chosen is what is written down and shown", SHARE, STILL, async (page) => {
  assert.match(await code(page), /\/embed\/static-pods\?lang=fr"/);
  await choose(page, "step", "delete");
  await choose(page, "theme", "dark");
  await page.locator("[name=questions]").check();
  await page.locator("[name=autoplay]").check();
  const written = await code(page);
  assert.match(written, /\?lang=fr&amp;step=delete&amp;theme=dark&amp;questions=1&amp;autoplay=1"/);
  assert.match(written, /title="[^"]+, animation"/);
  assert.match(written, /sandbox="allow-scripts allow-popups"/);
  const src = await page.locator("#preview").getAttribute("src");
  assert.equal(src, "/embed/static-pods?lang=fr&step=delete&theme=dark&questions=1&autoplay=1");
  await choose(page, "lang", "es");
  assert.match(await code(page), /\?lang=es&amp;step=delete/);
});

check("the frame that is shown is alive, and as high as its picture needs", SHARE, STILL, async (page) => {
  await page.locator("#preview").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.getElementById("preview").height);
  const frame = page.frames().find((it) => it.url().includes("/embed/static-pods?"));
  await frame.waitForFunction(() => document.documentElement.dataset.player === "ready");
});

check("where one came from is where it begins", lesson("en", "/embed#step=edit&t=900"), STILL, async (page) => {
  assert.equal(await page.locator("select[name=step]").inputValue(), "edit");
  assert.match(await code(page), /step=edit/);
});

check("a lesson leads to it", lesson("es", "#step=mirror&t=1200"), {}, async (page) => {
  await page.locator(".ways a[href*='/embed']").click();
  await page.waitForURL("**/es/lessons/static-pods/embed#step=mirror**");
});

for (const kind of ["frame", "high", "element"]) {
  test(`the code for a ${kind} works in somebody else's page`, async () => {
    let written;
    await visit(SHARE, STILL, async (page) => {
      await choose(page, "step", "delete");
      await as(page, kind);
      // The server was told no address of its own, and says the usual one.
      const home = new URL((await page.locator("#share").getAttribute("data-frame"))).origin;
      written = (await code(page)).replaceAll(home, URL_BASE);
    });
    const host = await serve({ "/": `<!doctype html><link rel="icon" href="data:,"><title>x</title>${written}` });
    const browser = await launch();
    try {
      const page = await browser.newPage();
      const framed = page.waitForEvent("framenavigated", (it) => it.url().includes("/embed/"));
      await page.goto(host.url);
      const frame = await framed;
      await frame.waitForFunction(() => document.documentElement.dataset.player === "ready");
      assert.equal(await frame.evaluate(() => document.getElementById("player").dataset.step), "delete");
      assert.equal(await frame.evaluate(() => document.documentElement.lang), "fr");
    } finally {
      await browser.close();
      host.stop();
    }
  });
}

for (const [kind, address] of [["markdown", /^\/poster\/.+\/drain\.svg\?lang=fr$/], ["moving", /^\/moving\/.+\/drain\.svg\?lang=fr&theme=auto$/]]) {
  check(`the picture for Markdown is there, and leads to the step: ${kind}`, SHARE, STILL, async (page) => {
    await choose(page, "step", "drain");
    await as(page, kind);
    const [, picture, link] = (await code(page)).match(/^\[!\[[^\]]+\]\(([^)]+)\)\]\(([^)]+)\)$/);
    assert.match(link, /\/fr\/lessons\/static-pods#step=drain$/);
    const { pathname, search } = new URL(picture);
    assert.match(pathname + search, address);
    const answer = await page.request.get(URL_BASE + pathname + search);
    assert.equal(answer.status(), 200);
    assert.equal(answer.headers()["content-type"], "image/svg+xml");
  });
}

check("without script there is a code that works", SHARE, { ...STILL, context: { javaScriptEnabled: false } }, async (page) => {
  assert.match(await code(page), /^<iframe src="[^"]+\/embed\/static-pods\?lang=fr" title="[^"]+"><\/iframe>$/);
});
