// What the specs share: a page in a fresh browser context that is watched for complaints, and the
// player's state as it tells it to the outside, in attributes of #player.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { ONLY_FILES, PATIENCE_MS, URL_BASE, WIDE, launch, playerReady } from "./launch.mjs";

export { PATIENCE_MS, PHONE, WIDE } from "./launch.mjs";

export const STEPS = ["scan", "start", "mirror", "delete", "edit", "drain"];
export const LANGUAGES = ["en", "fr", "es"];

/** Somebody who was here before, so that nothing plays by itself. */
const RETURNING = { visited: "yes", pace: "through" };

const browser = await launch();
after(() => browser.close());

/** The address of the lesson's page. */
export function lesson(lang, fragment = "") {
  return `/${lang}/lessons/static-pods${fragment}`;
}

/**
 * A test about one page. `options`: `context` (of the browser), `stored` (local storage), `before`
 * (a script that runs before the page's own), `status` (200), `still` (do not wait for a player),
 * `expected` (a pattern of what the browser may say in its console, since the test provokes it),
 * `base` (another server).
 */
export function check(claim, path, options, body) {
  const skip = options.server && ONLY_FILES ? "there is no server" : false;
  test(claim, { timeout: 4 * 60_000, skip }, () => visit(path, options, body));
}

/** Opens a page, does something with it, and sees to it that it neither complained nor phoned. */
export async function visit(path, options, body) {
  const { context = {}, stored = RETURNING, before, status = 200, still = false, base = URL_BASE } = options;
  const provoked = options.expected ?? (status === 200 ? /^$/ : new RegExp(`${status}`));
  const tab = await browser.newContext({ ...WIDE, ...context });
  tab.setDefaultTimeout(PATIENCE_MS);
  const complaints = [];
  try {
    await tab.addInitScript(remember, stored);
    if (before) await tab.addInitScript(before);
    const page = await tab.newPage();
    watch(page, provoked, complaints, base);
    const answer = await page.goto(base + path, { waitUntil: "load" });
    assert.equal(answer.status(), status, path);
    if (!still) await playerReady(page, PATIENCE_MS);
    await body(page);
  } catch (error) {
    // A page that is broken says why in its console, better than the state it never reached.
    if (complaints.length) error.message += `; the page complained: ${complaints.join("; ")}`;
    throw error;
  } finally {
    await tab.close();
  }
  assert.deepEqual(complaints, [], "the page neither complains nor asks another server");
}

/** Puts settings in the storage of a context that has none yet: a page loaded again keeps its own. */
function remember(stored) {
  // A frame in a sandbox has no storage.
  if (self.origin === "null") return;
  if (localStorage.length > 0) return;
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
}

function watch(page, provoked, complaints, base) {
  // Files may lie below a path, beside those of others.
  const home = `${base}/`;
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // The browser itself says so when a page is an error page.
    const isError = message.type() === "error" && !provoked.test(message.text());
    if (isError) complaints.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!["data:", "blob:", home].some((it) => url.startsWith(it))) complaints.push(`request to ${request.url()}`);
  });
}

/** The state of the player. */
export function state(page) {
  return page.evaluate(() => {
    const { dataset } = document.getElementById("player");
    const numbers = ["beat", "entry", "displayMs"].map((key) => [key, Number(dataset[key])]);
    return { ...dataset, ...Object.fromEntries(numbers), playing: dataset.playing === "true" };
  });
}

/** Waits until the player's attributes have these values; gives the state. */
export async function until(page, wanted, timeout = PATIENCE_MS) {
  const there = (values) => {
    const { dataset } = document.getElementById("player");
    return Object.entries(values).every(([key, value]) => dataset[key] === String(value));
  };
  try {
    await page.waitForFunction(there, wanted, { timeout, polling: 50 });
  } catch (cause) {
    const now = JSON.stringify(await state(page));
    throw new Error(`never ${JSON.stringify(wanted)}; it is ${now}`, { cause });
  }
  return state(page);
}

/** Works a button of the player as a person with a mouse does. */
export function act(page, name) {
  return page.locator(`.controls [data-act=${name}]`).click();
}

/** Gives the player the focus and presses keys, one after the other; gives the state. */
export async function press(page, ...keys) {
  await page.locator("#player").focus();
  return type(page, ...keys);
}

/** Presses keys where the focus is; gives the state. */
export async function type(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
  return state(page);
}

/** Follows a fragment, as a link in the page would. */
export async function follow(page, fragment) {
  await page.evaluate((it) => {
    location.hash = it;
  }, fragment);
}

/** The picture, as markup. */
export function picture(page) {
  return page.evaluate(() => {
    const svg = document.querySelector("[data-part=stage] svg");
    return new XMLSerializer().serializeToString(svg);
  });
}

/** The words of the page. */
export function words(page) {
  return page.evaluate(() => JSON.parse(document.getElementById("words").textContent));
}
