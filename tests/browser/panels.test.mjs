// The panels beside the picture: the objects of the moment, and why it came to it.

import assert from "node:assert/strict";

import { PATIENCE_MS, playerReady } from "./launch.mjs";
import { act, check, follow, lesson, state, until } from "./player.mjs";

/** Goes to the end of a step: a time beyond it is its end. */
async function atTheEndOf(page, step) {
  await follow(page, `#step=${step}&t=9999999`);
  return until(page, { step, phase: step === "drain" ? "ended" : "paused" });
}

check("the objects panel shows what the picture speaks of", lesson("en"), {}, async (page) => {
  const { containerId, mirrorUid } = await atTheEndOf(page, "delete");
  await page.locator("[data-tab=objects]").click();
  const text = (role) => page.locator(`.object[data-role=${role}]`).innerText();
  const manifest = await text("file");
  assert.ok(manifest.includes("/etc/kubernetes/manifests/hello-static.yaml"));
  assert.ok(manifest.includes("kind: Pod"));
  assert.ok((await text("container")).includes(`id: ${containerId}`));
  const mirror = await text("mirror");
  assert.ok(mirror.includes("apiVersion: v1\nkind: Pod"));
  assert.ok(mirror.includes(`uid: ${mirrorUid}`));
  assert.ok(mirror.includes("kubernetes.io/config.mirror:"));
});

check("what a sentence changed is marked, and nothing else", lesson("en", "#step=edit"), {}, async (page) => {
  await page.locator("[data-tab=objects]").click();
  const marked = (role) => page.locator(`.object[data-role=${role}] mark`).allInnerTexts();
  assert.deepEqual([await marked("file"), await marked("mirror")], [[], []]);
  // Patched: the image of the mirror, and with it its resource version and generation.
  for (let n = 0; n < 8 && (await state(page)).tie !== "differs"; n += 1) await act(page, "next-event");
  const lines = await marked("mirror");
  assert.ok(lines.some((it) => it.includes("image: registry.k8s.io/pause:3.9")), lines.join("\n"));
  assert.deepEqual([await marked("file"), await marked("container")], [[], []]);
});

check("the patched mirror differs from a container that did not change", lesson("en"), {}, async (page) => {
  const before = await atTheEndOf(page, "delete");
  assert.equal(before.tie, "equal");
  await follow(page, "#step=edit");
  await until(page, { step: "edit" });
  for (let n = 0; n < 8 && (await state(page)).tie !== "differs"; n += 1) await act(page, "next-event");
  const patched = await state(page);
  assert.equal(patched.tie, "differs");
  assert.deepEqual(
    [patched.containerId, patched.mirrorUid],
    [before.containerId, before.mirrorUid],
  );
});

check("what is not there is said in words", lesson("en"), {}, async (page) => {
  await page.locator("[data-tab=objects]").click();
  await atTheEndOf(page, "start");
  const mirror = page.locator(".object[data-role=mirror]");
  assert.equal(await mirror.locator("pre").count(), 0);
  assert.ok((await mirror.innerText()).includes("No mirror Pod in the API."));
});

check("each cause names its function, and a click leads to its moment", lesson("en"), {}, async (page) => {
  await atTheEndOf(page, "start");
  await act(page, "why");
  const causes = page.locator(".why li");
  assert.ok((await causes.count()) > 4);
  const functions = await page.locator(".why code").allInnerTexts();
  assert.ok(functions.some((it) => it.includes("kubelet.go ")), functions.join("; "));
  assert.match(await causes.last().innerText(), /hello-static\.yaml[^]*outside the cluster/);
  const jump = (n) => causes.nth(n).locator("button");
  const entry = Number(await jump(3).getAttribute("data-jump"));
  await jump(3).click();
  assert.equal((await state(page)).entry, entry);
  assert.equal(await jump(0).getAttribute("data-jump"), `${entry}`);
});

check("asking why stops the film and shows the causes", lesson("en"), {}, async (page) => {
  await act(page, "play");
  await act(page, "why");
  assert.equal((await state(page)).phase, "paused");
  const tab = page.getByRole("tab", { name: "Why", selected: true });
  assert.ok(await tab.evaluate((it) => it === document.activeElement));
});

check("another Pod and another node can be put into the picture", lesson("en"), {}, async (page) => {
  await follow(page, "#step=drain&t=9999999");
  const own = await until(page, { step: "drain", phase: "paused" });
  await page.locator("[data-tab=objects]").click();
  const button = (name) => page.locator(".aims button").filter({ hasText: name });
  const pressed = () => page.locator(".aims button[aria-pressed=true]").allInnerTexts();
  const pod = page.locator(".object[data-role=pod]");
  assert.deepEqual((await pressed()).at(-1), "Follow the lesson");
  await button(/^agent-/).focus();
  await page.keyboard.press("Enter");
  assert.match((await pressed()).at(-1), /^agent-/);
  assert.ok((await pod.innerText()).includes("kind: DaemonSet"));
  const agent = await state(page);
  assert.deepEqual([agent.tie, agent.displayMs], ["equal", own.displayMs]);
  assert.ok(agent.containerId && agent.containerId !== own.containerId);
  await button(/^pair-worker2 · Pods: 2$/).click();
  assert.deepEqual(await pressed(), ["pair-worker2 · Pods: 2", "Follow the lesson"]);
  assert.notEqual((await state(page)).containerId, agent.containerId);
  const there = await state(page);
  await page.locator(".bar a[hreflang=fr]").click();
  await page.waitForURL("**/fr/**");
  await playerReady(page, PATIENCE_MS);
  await page.locator("[data-tab=objects]").click();
  assert.match((await pressed())[0], /^pair-worker2/, "another language turns nothing back");
  const french = await state(page);
  assert.deepEqual([french.entry, french.containerId], [there.entry, there.containerId]);
  await button(/^pair-worker · /).click();
  const again = await state(page);
  assert.deepEqual([again.tie, again.containerId], [own.tie, own.containerId]);
  assert.ok(!page.url().includes("node="));
  assert.equal(await page.locator(".object[data-role=mirror]").count(), 1);
});
