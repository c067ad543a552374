// A built site of somebody else, on an origin of its own, with lessons of the server under test in
// it; and what may be asked of it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { test } from "node:test";

import { PATIENCE_MS, URL_BASE, WIDE } from "../launch.mjs";

const KINDS = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
};

/** Serves what was built of a recipe, as a plain file server would; `stop` it when done. */
export function serveBuilt(recipe) {
  const folder = join(given("RECIPES"), recipe);
  const server = createServer(async (request, answer) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://site").pathname));
    const [name, body] = await first(folder, [path, join(path, "index.html"), `${path}.html`]);
    const type = name ? (KINDS[extname(name)] ?? "application/octet-stream") : KINDS[".html"];
    answer.writeHead(name ? 200 : 404, { "content-type": type }).end(body ?? "");
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const url = `http://127.0.0.1:${server.address().port}`;
      done({ url, stop: () => (server.closeAllConnections(), server.close()) });
    });
  });
}

/** The first of these files that is there: its name and what is in it. */
async function first(folder, names) {
  for (const name of names) {
    const body = await readFile(join(folder, name)).catch(() => null);
    if (body) return [name, body];
  }
  return [];
}

/**
 * Tests about the built site of a recipe: `check(claim, path, options, spec)`. `options`: `context`
 * (of the browser), `still` (no player needs to start), `expected` (a pattern of what the browser may
 * say in its console, since the recipe's tool has it so).
 */
export function checks(recipe, browser) {
  return (claim, path, options, spec) =>
    test(`${recipe}: ${claim}`, { timeout: 2 * 60_000 }, async () => {
      const site = await serveBuilt(recipe);
      try {
        await visit(browser, site.url, path, options, spec);
      } finally {
        site.stop();
      }
    });
}

async function visit(browser, url, path, options, spec) {
  const tab = await browser.newContext({ ...WIDE, ...options.context });
  tab.setDefaultTimeout(PATIENCE_MS);
  const complaints = [];
  try {
    const page = await tab.newPage();
    watch(page, url, options.expected ?? /^$/, complaints);
    await page.goto(url + path);
    if (!options.still) await lesson(page);
    await spec(page);
  } catch (error) {
    if (complaints.length) error.message += `; the page complained: ${complaints.join("; ")}`;
    throw error;
  } finally {
    await tab.close();
  }
  assert.deepEqual(complaints, [], "the page neither complains nor asks a third party");
}

function watch(page, url, expected, complaints) {
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (it) => {
    if (it.type() === "error" && !expected.test(it.text())) complaints.push(it.text());
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    const own = [url, URL_BASE].includes(origin) || ["data:", "blob:"].includes(protocol);
    if (!own) complaints.push(`request to ${request.url()}`);
  });
}

/** The frame of the lesson that is in sight, or else of the first that can be, once its player runs. */
export async function lesson(page) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const shown = [];
    for (const frame of page.frames().filter((it) => it.url().startsWith(`${URL_BASE}/embed/`))) {
      const element = await frame.frameElement().catch(() => null);
      if (await element?.isVisible()) shown.push([frame, element, await element.evaluate(inSight)]);
    }
    const [frame, element] = shown.find(([, , seen]) => seen) ?? shown[0] ?? [];
    if (frame) {
      // What is below the window is not loaded until somebody comes to it.
      await element.scrollIntoViewIfNeeded();
      await frame.waitForFunction(() => document.documentElement.dataset.player === "ready");
      await rests(page, element);
      return frame;
    }
    if (Date.now() > end) throw new Error("there is no lesson in sight");
    await page.waitForTimeout(100);
  }
}

/** Waits until a frame has its size and its place, so that a mouse meets what it aims at. */
async function rests(page, element) {
  let before;
  for (let now = null; now !== before; await page.waitForTimeout(100)) {
    before = now;
    now = JSON.stringify(await element.boundingBox());
  }
}

function inSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** The player's attributes. */
export function attributes(frame) {
  return frame.evaluate(() => ({ ...document.getElementById("player").dataset }));
}

/** How far it has come, in milliseconds of display time. */
export async function place(frame) {
  return Number((await attributes(frame)).displayMs);
}

/** Begins, as a reader does, and sees that time moves: inside the frame, and as the frame tells it. */
export async function begins(page, frame) {
  const before = await place(frame);
  assert.equal((await attributes(frame)).playing, "false", "it waits to be begun");
  await frame.locator(".start").click();
  await moves(frame, before);
  const told = await ask(frame, "getCurrentTime");
  assert.ok(told > 0, `the frame tells ${told} ms`);
  await page.waitForTimeout(300);
  assert.ok((await ask(frame, "getCurrentTime")) > told, "and more a little later");
}

/** Waits until it is further than that. */
export function moves(frame, before) {
  const further = (was) => Number(document.getElementById("player").dataset.displayMs) > was + 400;
  return frame.waitForFunction(further, before, { polling: 50 });
}

/** Sees that it stands still; gives where. */
export async function stands(page, frame) {
  const still = () => document.getElementById("player").dataset.playing === "false";
  // A frame that nobody sees draws nothing, so its frames cannot be waited for.
  await frame.waitForFunction(still, null, { polling: 50 });
  const before = await place(frame);
  await page.waitForTimeout(500);
  assert.equal(await place(frame), before, "it stands still");
  return before;
}

/** Waits for these colours inside the frame. */
export function looks(frame, theme) {
  return frame.waitForFunction((it) => document.documentElement.dataset.theme === it, theme);
}

/** Asks a lesson by a message, as a script of the page around it would; gives its answer. */
export async function ask(frame, method, value) {
  const element = await frame.frameElement();
  return element.evaluate(
    ({ contentWindow }, [method, value]) => {
      const id = Math.random();
      return new Promise((done) => {
        addEventListener("message", function hear({ source, data }) {
          if (source !== contentWindow || data.id !== id) return;
          removeEventListener("message", hear);
          done(data.result);
        });
        contentWindow.postMessage({ context: "mirrorpod", version: 1, id, method, value }, "*");
      });
    },
    [method, value],
  );
}

function given(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run this through cargo xtask recipes`);
  return value;
}
