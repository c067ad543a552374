// "Try it from here": a cluster of one's own, left from any moment of a lesson, acted on by every
// button, rewound, left again, and given away as a link.

import assert from "node:assert/strict";
import { test } from "node:test";

import { STEPS, act, check, follow, lesson, press, state, type, until, visit } from "./player.mjs";
import {
  POD,
  bar,
  compared,
  edge,
  offer,
  ownStep,
  ownSteps,
  printed,
  sandbox,
  thing,
  told,
  work,
} from "./sandbox.mjs";
import { URL_BASE, playerReady } from "./launch.mjs";

const note = (page) => page.locator("[data-part=note]");

for (const [n, step] of STEPS.entries()) {
  const path = lesson("en", `#step=${step}&t=900`);
  check(`the lesson can be left in the step ${step}`, path, {}, async (page) => {
    const before = await state(page);
    await page.locator("a[data-carry][href*='try']").click();
    await page.waitForURL(/\/try(\/index.html)?#/);
    await playerReady(page);
    const { cluster, entry } = await edge(page);
    assert.ok(cluster, "there is a cluster");
    assert.ok(entry >= before.entry, "nothing of the lesson is missing");
    const listed = page.locator("[data-part=chapters] li[data-step]:not([hidden])");
    await page.locator("[data-tab=steps]").click();
    // What a step begins with may not have happened yet at the moment it was left.
    const counts = [n, n + 1];
    assert.ok(counts.includes(await listed.count()), "the lesson's steps go as far as they went");
    assert.ok(page.url().includes(`#step=${step}&t=`), "the address still names the moment");
  });
}

check("b leaves the lesson where it stands", lesson("en", "#step=mirror&t=1200"), {}, async (page) => {
  await page.locator("#player").focus();
  await page.keyboard.press("b");
  await page.waitForURL(/\/try(\/index.html)?#step=mirror&t=1200/);
  await playerReady(page);
  await edge(page);
});

test("a what-if can be left, too", async () => {
  await visit("/en/lessons/static-pods", {}, async (page) => {
    const href = await page.locator(".what-if-link a").first().getAttribute("href");
    await page.goto(new URL(href, page.url()).href);
    await playerReady(page);
    await press(page, "End");
    await page.locator("a[data-carry][href*='try']").click();
    await page.waitForURL(/\/try(\/index.html)?#/);
    await playerReady(page);
    await edge(page);
    assert.equal(await note(page).innerText(), "", "the address names a step that is there");
    const kept = await page.evaluate(() => Object.values({ ...sessionStorage }).join("\n"));
    const branch = href.replace("/index.html", "").split("/").pop();
    assert.ok(kept.includes(`"branch":"${branch}"`), kept);
  });
});

const AT_DELETE = sandbox("en", "#step=delete");

/** Somebody who was here before and is in a hurry. */
const FAST = { stored: { visited: "yes", pace: "through", speed: "16" } };
const REFUSED = { ...FAST, expected: /Failed to load resource|ERR_FAILED/ };

/** Works an offer of a thing and waits for the step that comes of it. */
async function does(page, name, input, step = input) {
  await work(page, offer(await thing(page, name), input));
  await ownStep(page, step);
}

check("every button about files works, and a refusal has a place", AT_DELETE, FAST, async (page) => {
  const fresh = await thing(page, "New file");
  await fresh.locator("input").fill("mine.yaml");
  await work(page, offer(fresh, "write pair-worker"));
  await ownStep(page, "write mine.yaml");
  const mine = await thing(page, "mine.yaml");
  await mine.locator("textarea").fill("apiVersion: v1\nkind: Pod\nmetadata: [\n");
  await work(page, offer(mine, "write pair-worker"));
  await mine.locator(".refusal").waitFor({ state: "visible" });
  assert.match(await mine.locator(".refusal").innerText(), /^line \d+, column \d+: ./);
  await mine.locator("[data-to-place]").click();
  const selected = await mine.locator("textarea").evaluate((it) => [it.selectionStart, it === document.activeElement]);
  assert.ok(selected[0] > 0 && selected[1], "the place is selected");
  await mine.locator(".offer input").fill("kept.yaml");
  await work(page, offer(mine, "rename pair-worker"));
  await ownStep(page, "rename mine.yaml to kept.yaml");
  await does(page, "kept.yaml", "remove pair-worker", "delete kept.yaml");
});

check("every button about Pods works", AT_DELETE, FAST, async (page) => {
  await does(page, POD, `kubectl label pod ${POD} `);
  await printed(page, "labeled");
  await does(page, POD, `kubectl patch pod ${POD} -p`);
  await printed(page, "patched");
  const pod = await thing(page, POD);
  const plain = pod.locator(`.do[data-input="kubectl delete pod ${POD}"]`);
  await work(page, plain);
  await ownStep(page, `kubectl delete pod ${POD}`);
  await printed(page, `pod "${POD}" deleted`);
  await page.waitForTimeout(1500);
  await does(page, POD, `kubectl delete pod ${POD} --grace-period=0 --force`);
  await printed(page, "Immediate deletion does not wait");
});

check("every button about nodes and the API server works", AT_DELETE, FAST, async (page) => {
  const node = (input) => does(page, "pair-worker", input);
  await node("kubectl cordon pair-worker");
  await node("kubectl uncordon pair-worker");
  await node("kubectl drain pair-worker --ignore-daemonsets");
  await does(page, "API server", "api down", "API server down");
  await does(page, "API server", "api up", "API server up");
});

check("every button about the machine works", AT_DELETE, FAST, async (page) => {
  await does(page, "main", "crash pair-worker ", "crash container");
  await does(page, "kubelet", "stop kubelet", "stop the kubelet of pair-worker");
  await does(page, "kubelet", "start kubelet", "start the kubelet of pair-worker");
  await does(page, "Trouble", "fault lose-file-event", "trouble: lose-file-event");
  await does(page, "Trouble", "fault slow-pull", "trouble: slow-pull");
});

check("what cannot apply is off and says why, and still has the focus", AT_DELETE, FAST, async (page) => {
  const start = offer(await thing(page, "kubelet"), "start kubelet");
  assert.equal(await start.getAttribute("aria-disabled"), "true");
  const told = await start.getAttribute("aria-describedby");
  const reason = told.split(" ").map((id) => page.locator(`#${id}`));
  assert.equal(await reason[1].innerText(), "It runs already.");
  await start.focus();
  await type(page, "Enter");
  await page.waitForTimeout(400);
  assert.deepEqual(await ownSteps(page), [], "nothing was done");
  const field = (await thing(page, POD)).locator(".offer input").first();
  await field.fill("two words");
  const patch = offer(await thing(page, POD), "kubectl patch");
  assert.equal(await patch.getAttribute("aria-disabled"), "true");
});

check("what is written on a button is what is done, also by keyboard", AT_DELETE, FAST, async (page) => {
  await edge(page);
  const pod = await thing(page, POD);
  const label = offer(pod, "kubectl label");
  await pod.locator(".offer input").last().fill("tier=web");
  const written = await label.locator("xpath=..").locator("code").innerText();
  assert.equal(written, `kubectl label pod ${POD} tier=web --overwrite`);
  await label.focus();
  await type(page, "Enter");
  await ownStep(page, written);
  await edge(page);
  assert.ok(await label.evaluate((it) => it === document.activeElement), "the focus stays");
});

check("a refused input is said in the server's words and changes nothing", AT_DELETE, { ...REFUSED, server: true }, async (page) => {
  await edge(page);
  await page.route("**/inputs", (route) =>
    route.fulfill({ status: 422, contentType: "application/problem+json", body: '{"detail":"there is no such thing"}' }),
  );
  await work(page, offer(await thing(page, POD), "kubectl label"));
  await note(page).getByText("there is no such thing").waitFor();
  assert.deepEqual(await ownSteps(page), []);
});

check("one can go back, act there, and have two clusters", AT_DELETE, FAST, async (page) => {
  await does(page, POD, `kubectl label pod ${POD} `);
  const first = await edge(page);
  const past = await press(page, "[", "[", "[");
  assert.ok(STEPS.includes(past.step), "in the lesson's part");
  await page.locator(".past").waitFor({ state: "visible" });
  await work(page, offer(await thing(page, "kubelet"), "stop kubelet pair-worker"));
  await until(page, { clusters: "2" });
  await ownStep(page, "stop the kubelet of pair-worker");
  const second = await edge(page);
  assert.notEqual(second.cluster, first.cluster);
  assert.ok((await ownSteps(page)).every((it) => !it.startsWith("kubectl")), "it is another past");
});

check("b begins another cluster at the moment that is shown", AT_DELETE, FAST, async (page) => {
  const { cluster } = await edge(page);
  await press(page, "Home", "b");
  await until(page, { clusters: "2" });
  assert.notEqual((await state(page)).cluster, cluster);
});

check("back to live leads to the edge, and is there only in the past", AT_DELETE, FAST, async (page) => {
  await edge(page);
  const back = page.locator("[data-live=back]");
  assert.equal(await back.isVisible(), false);
  await press(page, "Home");
  await until(page, { phase: "paused" });
  await back.click();
  await edge(page);
});

check("the cluster's time runs, hastens, stands still and leaps", AT_DELETE, FAST, async (page) => {
  await edge(page);
  const clock = page.locator("[data-part=clock]");
  const bar_ = page.locator(".live-bar");
  await page.waitForFunction((was) => document.querySelector("[data-part=clock]").textContent !== was, await clock.innerText());
  await bar(page, "run");
  await page.waitForFunction(() => document.querySelector(".live-bar").dataset.state === "stopped");
  const stands = await clock.innerText();
  await page.waitForTimeout(700);
  assert.equal(await clock.innerText(), stands);
  await does(page, "main", "crash pair-worker ", "crash container");
  const { entry } = await edge(page);
  await bar(page, "skip");
  await page.waitForFunction((was) => Number(document.getElementById("player").dataset.entry) > was, entry);
  await bar(page, "rate");
  await bar_.getByRole("button", { name: /1×/ }).waitFor();
});

check("at the edge no frame is drawn, and the clock changes at most four times a second", AT_DELETE, {
  ...FAST,
  before: () => {
    window.frames_ = 0;
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (then) => ask((now) => { window.frames_ += 1; then(now); });
  },
}, async (page) => {
  await edge(page);
  const [frames, changes] = await page.evaluate(async () => {
    let changes = 0;
    new MutationObserver((all) => { changes += all.length; })
      .observe(document.querySelector("[data-part=clock]"), { childList: true, characterData: true, subtree: true });
    window.frames_ = 0;
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return [window.frames_, changes];
  });
  assert.equal(frames, 0);
  assert.ok(changes >= 1 && changes <= 9, `${changes} changes in two seconds`);
});

check("loading again and another language keep the cluster", AT_DELETE, FAST, async (page) => {
  await does(page, POD, `kubectl label pod ${POD} `);
  const { cluster } = await edge(page);
  await page.reload();
  await playerReady(page);
  assert.equal((await edge(page)).cluster, cluster);
  await page.locator(".bar a[hreflang=fr]").click();
  await page.waitForURL("**/fr/lessons/**");
  await playerReady(page);
  const french = await edge(page);
  assert.deepEqual([french.cluster, french.lang], [cluster, "fr"]);
  assert.ok((await ownSteps(page)).some((it) => it.startsWith("kubectl label")));
});

check("a copied link makes the same cluster again, fact by fact", AT_DELETE, FAST, async (page) => {
  await does(page, POD, `kubectl label pod ${POD} `);
  await does(page, "main", "crash pair-worker ", "crash container");
  await edge(page);
  await bar(page, "copy");
  const field = note(page).locator("input");
  await field.waitFor();
  const link = await field.inputValue();
  assert.match(link, /\/en\/lessons\/static-pods\/try\/?#x=1/);
  const { cluster, entry } = await state(page);
  const before = await told(page, cluster);
  await visit(link.slice(URL_BASE.length), {}, async (other) => {
    const again = await edge(other);
    assert.notEqual(again.cluster, cluster);
    assert.ok(again.entry >= entry);
    const after = await told(other, again.cluster);
    const n = Math.min(before.length, after.length);
    assert.ok(n > 3, `${n} facts of its own`);
    assert.deepEqual(after.slice(0, n), before.slice(0, n));
  });
});

for (const [name, packed] of [["changed", "1abcdefg"], ["too long", `1${"A".repeat(9000)}`]]) {
  const options = { ...REFUSED, still: true };
  check(`a link that was ${name} is refused with a sentence`, sandbox("en", `#x=${packed}`), options, async (page) => {
    await page.waitForFunction(() => document.documentElement.dataset.player === "failed");
    assert.match(await note(page).innerText(), /^This link cannot be followed: .{10}/);
  });
}

check("a broken connection is said and mended, and nothing is lost", AT_DELETE, { ...REFUSED, server: true }, async (page) => {
  await edge(page);
  const { cluster } = await state(page);
  await page.evaluate(() => sessionStorage.length);
  await page.route("**/events**", (route) => route.abort());
  await page.reload();
  await note(page).getByText("connection").waitFor();
  await page.unroute("**/events**");
  await playerReady(page);
  await until(page, { cluster });
  await page.waitForFunction(() => document.querySelector("[data-part=note]").textContent === "");
});

check("a cluster that is gone is made anew from its address", AT_DELETE, REFUSED, async (page) => {
  const { cluster } = await edge(page);
  await page.route(`**/${cluster}/events**`, (route) => route.fulfill({ status: 404, body: "" }));
  // Where there is no server, the tab itself keeps what was done.
  await page.evaluate((it) => sessionStorage.removeItem(`mirrorpod.log.${it}`), cluster);
  await page.reload();
  await playerReady(page);
  assert.notEqual((await edge(page)).cluster, cluster);
});

check("another address on the same page is another cluster", AT_DELETE, FAST, async (page) => {
  const { cluster } = await edge(page);
  await follow(page, "#step=scan");
  await page.waitForFunction((was) => document.getElementById("player").dataset.cluster !== was, cluster);
  await playerReady(page);
  await act(page, "play");
});

check("two clusters lie side by side on one time: graceful against forced delete", AT_DELETE, FAST, async (page) => {
  await edge(page);
  const compare = page.locator("#compare");
  await bar(page, "compare");
  assert.match(await compare.locator(".lead").innerText(), /only one cluster/);
  await bar(page, "compare");
  await compared(page);
  const said = () => compare.locator("figcaption").allInnerTexts();
  const atEnd = await said();
  assert.match(atEnd.join(" "), /--force/);
  const uptimes = await compare.locator("[data-key='container/clock']").allTextContents();
  assert.equal(uptimes[0], uptimes[1], "one container, one time, one uptime");
  const slider = compare.locator("input[type=range]");
  const [least, most] = await slider.evaluate((it) => [Number(it.min), Number(it.max)]);
  assert.ok(least < most);
  await slider.focus();
  await type(page, "Home");
  const before = await said();
  assert.equal(before[0], before[1], "before they part, both are the same");
  assert.notDeepEqual(before, atEnd);
  const bars = (n) => compare.locator(".lane").nth(n).locator(".bar.container").count();
  assert.deepEqual([await bars(0), await bars(1)], [1, 1], "the container runs on in both");
  const { cluster } = await state(page);
  await compare.locator("[data-go-on]:not([hidden])").click();
  await page.waitForFunction((was) => document.getElementById("player").dataset.cluster !== was, cluster);
  await edge(page);
  assert.ok((await ownSteps(page)).includes(`kubectl delete pod ${POD}`));
  await compare.locator("[data-live=compare]").click();
  assert.equal(await compare.isVisible(), false);
});
