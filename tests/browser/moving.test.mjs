// A step as a moving picture in somebody else's page: as an image, which runs no script, and by
// itself.

import assert from "node:assert/strict";
import { test } from "node:test";

import { serve } from "./hosts.mjs";
import { URL_BASE, launch } from "./launch.mjs";

const PICTURE = `${URL_BASE}/moving/static-pods/scan.svg?theme=auto`;
const IMAGE = `<!doctype html><link rel="icon" href="data:,"><title>x</title>
<img src="${PICTURE}" alt="x" width="600">`;

/** Opens a page with the picture in a browser with these flags, without wishes of its own. */
async function visit(flags, context, html, look) {
  const host = await serve({ "/": html });
  const browser = await launch(...flags);
  try {
    const tab = await browser.newContext({ reducedMotion: null, ...context });
    const page = await tab.newPage();
    const complaints = [];
    page.on("console", (it) => it.type() === "error" && complaints.push(it.text()));
    await look(page, host);
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
    host.stop();
  }
}

/** Whether the image looks otherwise at any time within the first seconds. */
async function moves(page, host) {
  await page.goto(host.url);
  const image = page.locator("img");
  assert.ok(await image.evaluate((it) => it.decode().then(() => it.naturalWidth > 0)));
  const first = await image.screenshot();
  for (let tries = 0; tries < 8; tries += 1) {
    await page.waitForTimeout(500);
    if (!first.equals(await image.screenshot())) return true;
  }
  return false;
}

test("an image of a step moves", () =>
  visit([], {}, IMAGE, async (page, host) => assert.equal(await moves(page, host), true)));

// An image hears of what its reader wishes from the browser, not from the page around it.
test("whoever wants no motion sees a still image", () =>
  visit(["--force-prefers-reduced-motion"], {}, IMAGE, async (page, host) =>
    assert.equal(await moves(page, host), false)));

for (const [wish, moving, still] of [["no-preference", "inline", "none"], ["reduce", "none", "inline"]]) {
  test(`by itself it keeps its own style, and no other: ${wish}`, () =>
    visit([], { reducedMotion: wish, colorScheme: "dark" }, "", async (page) => {
      await page.goto(PICTURE);
      const display = (name) => page.locator(name).evaluate((it) => getComputedStyle(it).display);
      assert.deepEqual([await display(".moving"), await display(".still")], [moving, still]);
      const ground = await page.locator("svg > rect").evaluate((it) => getComputedStyle(it).fill);
      assert.equal(ground, "rgb(23, 29, 38)", "as dark as its reader wants it");
    }));
}
