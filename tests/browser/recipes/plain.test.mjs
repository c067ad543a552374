// A page written by hand.

import assert from "node:assert/strict";
import { after } from "node:test";

import { PHONE, URL_BASE, launch } from "../launch.mjs";
import { ask, attributes, begins, checks, lesson, moves, place } from "./site.mjs";

const browser = await launch();
after(() => browser.close());
const check = checks("plain", browser);

/** The player inside <mirror-pod>. */
async function element(page) {
  await page.locator("mirror-pod").evaluate((it) => it.scrollIntoView());
  return lesson(page);
}

check("the frame plays when somebody begins, and has the height of its picture", "/", {}, async (page) => {
  const it = await lesson(page);
  await page.waitForFunction(() => document.querySelector("iframe").style.height !== "");
  await begins(page, it);
});

check("the element shows only the steps that were asked for, and plays", "/", {}, async (page) => {
  const it = await element(page);
  const call = (method, value) =>
    page.evaluate((all) => document.querySelector("mirror-pod").call(...all), [method, value]);
  const at = (step) =>
    it.waitForFunction((id) => document.getElementById("player").dataset.step === id, step);
  await call("seek", 10_000_000);
  await at("delete");
  await call("seek", 0);
  await at("mirror");
  const before = await place(it);
  await call("play");
  await moves(it, before);
});

check("the page hears when a lesson was seen to its end", "/", {}, async (page) => {
  await element(page);
  const seen = page.locator("#seen");
  assert.equal(await seen.innerText(), "");
  await page.evaluate(() => document.querySelector("mirror-pod").call("seek", 10_000_000));
  await seen.getByText("Seen to the end").waitFor();
});

const dark = { context: { colorScheme: "dark" } };
check("lessons are dark for readers whose system is", "/", dark, async (page) => {
  const colour = (frame) => frame.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const lightness = (it) => it.match(/\d+/g).slice(0, 3).reduce((sum, one) => sum + Number(one), 0);
  assert.ok(lightness(await colour(await lesson(page))) < 200);
});

check("it fits a phone", "/", { context: PHONE }, async (page) => {
  await begins(page, await lesson(page));
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${over} px too wide`);
});

const dry = { still: true, context: { javaScriptEnabled: false } };
check("without script there is a link in the element's place", "/", dry, async (page) => {
  assert.ok(await page.locator(`mirror-pod a[href^="${URL_BASE}/en/lessons/static-pods"]`).isVisible());
});

/** A page that does with a simulator what Pix does: a button over it, another to begin again. */
const PLATFORM = `<!doctype html><title>An exercise</title>
<button id="start">Start</button> <button id="again">Begin again</button>
<iframe src="/simulator" title="A simulator" style="width:100%;border:0"></iframe>
<script>
const simulator = document.querySelector("iframe");
let started = false;
window.answers = [];
const launch = () => { started = true; simulator.contentWindow.postMessage("launch", "*"); };
document.getElementById("start").onclick = launch;
document.getElementById("again").onclick = () => { simulator.src = "/simulator?again"; };
addEventListener("message", ({ data }) => {
  if (data.from !== "pix") return;
  if (data.type === "init" && started) launch();
  if (data.type === "height") simulator.style.height = data.height + "px";
  if (data.answer) answers.push(data.answer);
});
</script>`;

check("a platform with a button to start, one to begin again and an answer has all three", "/simulator", {}, async (page) => {
  await page.setContent(PLATFORM);
  const began = await lesson(page);
  assert.equal((await attributes(began)).playing, "false");
  await page.waitForFunction(() => document.querySelector("iframe").clientHeight > 400);
  const before = await place(began);
  // By keys: a mouse could meet the frame, which has just moved.
  await page.locator("#start").press("Enter");
  await moves(began, before);
  await page.locator("#again").press("Enter");
  await page.waitForFunction(() => document.querySelector("iframe").contentDocument.URL.endsWith("again"));
  const again = await lesson(page);
  await moves(again, await place(again));
  assert.deepEqual(await page.evaluate(() => answers), []);
  await ask(again, "seek", 10_000_000);
  await page.waitForFunction(() => answers.includes("seen"));
});
