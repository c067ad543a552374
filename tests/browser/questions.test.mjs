// Questions before the steps of a lesson in a frame: asked once each, answered by mouse or keys, told
// to the page that was named as the frame's own, and to no other.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, test } from "node:test";

import { course, frame, serve } from "./hosts.mjs";
import { PATIENCE_MS, launch } from "./launch.mjs";
import { PHONE, WIDE } from "./player.mjs";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await launch();
after(() => browser.close());

/** A test about a frame with questions, in a page that listens for what is answered. */
function check(claim, query, context, spec) {
  test(claim, { timeout: 2 * 60_000 }, async () => {
    const pages = {};
    const host = await serve(pages);
    pages["/"] = course(frame(`questions=1&${query.replace("HOST", encodeURIComponent(host.url))}`));
    const tab = await browser.newContext({ ...WIDE, ...context });
    tab.setDefaultTimeout(PATIENCE_MS);
    const page = await tab.newPage();
    const wrong = [];
    page.on("pageerror", (error) => wrong.push(error.message));
    await page.goto(host.url);
    const player = page.frames().find((it) => it.url().includes("/embed/"));
    await player.waitForFunction(() => document.documentElement.dataset.player === "ready", null, { polling: 50 });
    for (const event of ["predict", "checkpass", "checkfail"]) {
      await page.evaluate((value) => say({ context: "mirrorpod", version: 1, method: "addEventListener", value }), event);
    }
    try {
      await spec(player, page);
    } finally {
      await tab.close();
      host.stop();
    }
    assert.deepEqual(wrong, []);
  });
}

const dialog = (player) => player.locator("#question");
const told = (page, event) =>
  page.evaluate((name) => heard.filter((it) => it.event === name).map((it) => it.data), event);
const playing = (player) => player.evaluate(() => document.getElementById("player").dataset.playing);

async function begin(player) {
  await player.locator(".start").click();
  await dialog(player).waitFor();
}

/** Chooses an answer by its number and goes on. */
async function answer(player, n) {
  await dialog(player).waitFor();
  await dialog(player).locator("li button").nth(n).click();
  await dialog(player).locator("[data-part=go-on]").click();
}

check("a step is preceded by its question, and what was chosen is told", "parent=HOST", {}, async (player, page) => {
  await begin(player);
  assert.equal(await playing(player), "false", "it waits for the answer");
  const options = dialog(player).locator("li button");
  assert.equal(await options.count(), 3);
  await options.nth(0).click();
  assert.match(await dialog(player).locator("[data-part=said]").innerText(), /^Not quite\. .{20}/);
  assert.equal(await options.nth(1).getAttribute("data-is"), "right");
  assert.equal(await options.nth(0).getAttribute("data-is"), "wrong");
  assert.ok(await options.nth(2).isDisabled(), "one answer is all");
  await dialog(player).locator("[data-part=go-on]").click();
  await player.waitForFunction(() => document.getElementById("player").dataset.playing === "true", null, { polling: 50 });
  assert.deepEqual(await told(page, "predict"), [{ id: "scan-1", step: "scan", choice: 0, correct: false }]);
});

check("all of them can be answered, and the end tells how it went", "parent=HOST&speed=4", {}, async (player, page) => {
  await begin(player);
  for (const [step, right] of [["scan", 1], ["start", 2], ["mirror", 1], ["delete", 2], ["edit", 2], ["edit", 1], ["drain", 0]]) {
    await page.evaluate((step) => say({ context: "mirrorpod", version: 1, method: "seek", value: { step } }), step);
    await page.waitForTimeout(200);
    const waits = !(await dialog(player).isVisible()) && (await playing(player)) === "false";
    if (waits) await player.locator(".controls [data-act=play]").click();
    await answer(player, right);
  }
  await page.evaluate(() => say({ context: "mirrorpod", version: 1, method: "getDuration", id: 7 }));
  const duration = await page.waitForFunction(() => heard.find((it) => it.id === 7)?.result).then((it) => it.jsonValue());
  await page.evaluate((ms) => say({ context: "mirrorpod", version: 1, method: "seek", value: ms }), duration);
  await page.waitForFunction(() => heard.some((it) => it.event === "checkpass"));
  const [result] = await told(page, "checkpass");
  assert.equal(result.id, "static-pods");
  assert.ok(Math.abs(result.score - 6 / 7) < 0.001, `${result.score}`);
  const answers = await told(page, "predict");
  assert.deepEqual(answers.map((it) => it.id), ["scan-1", "start-1", "mirror-1", "delete-1", "edit-1", "edit-2", "drain-1"]);
  assert.deepEqual(answers.map((it) => it.correct), [true, true, true, true, true, true, false]);
});

for (const [name, query] of [["a page that names another origin as its own", "parent=https%3A%2F%2Felsewhere.example"], ["a page that names none", ""]]) {
  check(`${name} is told nothing of what was chosen`, query, {}, async (player, page) => {
    await begin(player);
    await answer(player, 1);
    await page.waitForTimeout(300);
    assert.deepEqual(await told(page, "predict"), []);
  });
}

check("keys are enough, and Escape goes on without an answer", "parent=HOST&lang=fr", {}, async (player, page) => {
  await player.locator(".start").press("Enter");
  await dialog(player).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await player.waitForFunction(() => document.getElementById("player").dataset.playing === "true", null, { polling: 50 });
  assert.deepEqual(await told(page, "predict"), []);
});

for (const [name, context] of [["wide", {}], ["on a phone, dark", { ...PHONE, colorScheme: "dark" }]]) {
  check(`axe finds nothing in a question, ${name}`, "parent=HOST", context, async (player) => {
    await begin(player);
    await dialog(player).locator("li button").first().click();
    await player.evaluate(AXE);
    const { violations } = await player.evaluate(() => axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
  });
}
