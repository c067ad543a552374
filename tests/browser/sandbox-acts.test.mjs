// What can be done to a cluster of one's own, wherever the lesson was left: by every button, by the
// menus of the picture, and again on another server by a link.

import assert from "node:assert/strict";
import { test } from "node:test";

import { freshServer, playerReady } from "./launch.mjs";
import { PHONE, STEPS, check, press, type, visit } from "./player.mjs";
import { POD, bar, edge, menu, ownStep, ownSteps, printed, sandbox, thing, told, work } from "./sandbox.mjs";

const FAST = { stored: { visited: "yes", pace: "through", speed: "16" } };
const AT_DELETE = sandbox("en", "#step=delete");
const MANIFESTS = "/etc/kubernetes/manifests";

// Every kind of button, in an order in which what takes something away comes late; each as what its
// statement begins with.
const BUTTONS = [
  "kubectl label pod",
  "kubectl patch pod",
  "kubectl cordon",
  "kubectl uncordon",
  "crash pair-worker",
  "api down",
  "api up",
  "fault lose-file-event pair-worker",
  "fault slow-pull pair-worker",
  "stop kubelet pair-worker",
  "start kubelet pair-worker",
  "kubectl delete pod",
  "kubectl delete pod --force",
  "kubectl drain",
  `write pair-worker ${MANIFESTS}/{}`,
  `write pair-worker ${MANIFESTS}/`,
  "rename pair-worker",
  "remove pair-worker",
];

/** Presses a button of this kind once there is one that can be worked; gives whether there was. */
async function presses(page, kind, patience) {
  const pressed = page.waitForFunction((kind) => {
    const all = [...document.querySelectorAll("[data-part=try] .do")];
    if (!all.length || all.some((it) => it.dataset.reason.startsWith("Wait:"))) return false;
    const [forced, begin] = [kind.endsWith("--force"), kind.replace(" --force", "")];
    const fits = ({ input }) => input.startsWith(begin) && input.includes("--force") === forced;
    for (const thing of document.querySelectorAll("[data-part=try] details")) thing.open = true;
    for (const button of all) {
      if (!fits(button.dataset)) continue;
      const field = button.parentElement.querySelector("input");
      if (field && button.hasAttribute("aria-disabled")) {
        field.value = "another.yaml";
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
      if (button.hasAttribute("aria-disabled")) continue;
      button.click();
      return true;
    }
    return false;
  }, kind, { timeout: patience, polling: 50 });
  return pressed.then(() => true, () => false);
}

// What the moment itself rules out: no container and no API yet; no Pod that the API knows.
const KUBECTL = BUTTONS.filter((it) => it.startsWith("kubectl"));
const WITHOUT = {
  scan: [...KUBECTL, "crash pair-worker", "api down"],
  start: [...KUBECTL, "api down"],
  mirror: ["kubectl label pod", "kubectl patch pod", "kubectl cordon", "api down"],
};

for (const step of STEPS) {
  const claim = `a cluster left in the step ${step} is acted on by every button`;
  check(claim, sandbox("en", `#step=${step}&t=900`), FAST, async (page) => {
    await edge(page);
    await bar(page, "rate");
    const allowed = WITHOUT[step] ?? [];
    const idle = [];
    let done = 0;
    for (const kind of BUTTONS) {
      const patience = allowed.includes(kind) ? 1_000 : 30_000;
      if (!(await presses(page, kind, patience))) {
        idle.push(kind);
        continue;
      }
      done += 1;
      const taken = (n) => {
        const steps = [...document.querySelectorAll("[data-part=chapters] .own-step button")];
        return steps.filter((it) => it.textContent !== "What follows by itself").length >= n;
      };
      await page.waitForFunction(taken, done, { timeout: 20_000, polling: 50 }).catch((error) => {
        throw new Error(`${kind}: nothing came of it`, { cause: error });
      });
    }
    assert.deepEqual(idle.filter((it) => !allowed.includes(it)), []);
  });
}

const SHEET = `manifests/${MANIFESTS}/hello-static.yaml/sheet`;
const SHAPES = [
  [SHEET, "hello-static.yaml"],
  ["manifests/directory", "New file"],
  ["kubelet/box", "kubelet"],
  ["container/box", "main"],
  ["api/server/box", "API server"],
  ["api/mirror/line/name", POD],
  ["drain/box", "pair-worker"],
];

for (const [look, context] of [["wide", {}], ["on a phone", PHONE]]) {
  check(`every thing of the picture has a menu of its own, ${look}`, AT_DELETE, { ...FAST, context }, async (page) => {
    await edge(page);
    const seen = [];
    for (const [shape, name] of SHAPES) {
      if (!(await page.locator(`[data-part=stage] [data-key="${shape}"]`).count())) continue;
      const open = await menu(page, shape);
      assert.equal(await open.locator(".name").innerText(), name, shape);
      const box = await open.boundingBox();
      const { width, height } = page.viewportSize();
      assert.ok(box.x >= 0 && box.y >= 0, `${shape}: in the window`);
      assert.ok(box.x + box.width <= width && box.y + box.height <= height, `${shape}: in the window`);
      await page.keyboard.press("Escape");
      await open.waitFor({ state: "hidden" });
      seen.push(shape);
    }
    assert.ok(seen.length >= 6, seen.join(", "));
  });
}

check("a menu does what it says, and is gone then", AT_DELETE, FAST, async (page) => {
  await edge(page);
  const open = await menu(page, "api/mirror/line/name");
  await work(page, open.locator(`.do[data-input="kubectl delete pod ${POD}"]`));
  await open.waitFor({ state: "hidden" });
  await ownStep(page, `kubectl delete pod ${POD}`);
  await printed(page, `pod "${POD}" deleted`);
});

check("a menu hands over to the panel what takes a text", AT_DELETE, FAST, async (page) => {
  await edge(page);
  await page.locator("[data-tab=why]").click();
  const open = await menu(page, SHEET);
  await open.locator("[data-edit]").click();
  await open.waitFor({ state: "hidden" });
  const focused = await page.evaluate(() => {
    const { tagName, value, selectionStart } = document.activeElement;
    return [tagName, value.includes("name: hello-static"), selectionStart];
  });
  assert.deepEqual(focused, ["TEXTAREA", true, 0]);
});

check("a menu in the past says that another cluster would begin", AT_DELETE, FAST, async (page) => {
  const { cluster } = await edge(page);
  await press(page, "[");
  const open = await menu(page, "kubelet/box");
  assert.match(await open.locator(".notice").innerText(), /another cluster begins here/);
  await work(page, open.locator(".do[data-input^='stop kubelet']"));
  await page.waitForFunction((was) => document.getElementById("player").dataset.cluster !== was, cluster);
  await ownStep(page, "stop the kubelet");
});

check("nothing opens where nothing can be done", AT_DELETE, FAST, async (page) => {
  await edge(page);
  await menu(page, "kubelet/box");
  await page.locator("[data-part=stage] [data-key='ground-machine']").click({ force: true, position: { x: 8, y: 8 } });
  await page.locator(".menu").waitFor({ state: "hidden" });
  await press(page, "Space");
});

check("at the edge the container's time goes on while nothing happens", AT_DELETE, FAST, async (page) => {
  const { entry } = await edge(page);
  const uptime = () => page.locator("[data-key='container/clock']").textContent();
  const before = await uptime();
  await page.waitForFunction((was) => document.querySelector("[data-key='container/clock']").textContent !== was, before);
  if ((await edge(page)).entry === entry) assert.ok((await uptime()) > before);
  await bar(page, "run");
  await page.waitForFunction(() => document.querySelector(".live-bar").dataset.state === "stopped");
  const stands = await uptime();
  await page.waitForTimeout(700);
  assert.equal(await uptime(), stands);
});

check("a cluster of one's own can be presented, with all that was done to it", AT_DELETE, FAST, async (page) => {
  await edge(page);
  await work(page, (await thing(page, POD)).locator(".do[data-input^='kubectl label']"));
  await ownStep(page, "kubectl label");
  const { cluster } = await edge(page);
  await bar(page, "present");
  await page.waitForURL("**/present#**");
  assert.ok(!page.url().includes("token"), "no token in an address");
  await playerReady(page);
  await page.locator("[data-act=open-room]").click();
  await page.waitForURL("**/en/present/**");
  await playerReady(page);
  const code = await page.locator("#room").getAttribute("data-code");
  const stage = await page.evaluate(async (code) => {
    const answer = await fetch(`/api/rooms/${code}/events`);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!/event: stage\n.*\n/.test(text)) text += (await reader.read()).value;
    await reader.cancel();
    return text;
  }, code);
  assert.ok(stage.includes(`"cluster":"${cluster}"`), stage.slice(0, 400));
});

/** Thirty statements of which none depends on how the ones before came out. */
const THIRTY = [0, 1, 2, 3, 4].flatMap((n) => [
  `write pair-worker ${MANIFESTS}/extra-${n}.yaml <<EOF\napiVersion: v1\nkind: Pod\nmetadata:\n  name: extra-${n}\nspec:\n  containers:\n  - name: main\n    image: registry.k8s.io/pause:3.10\nEOF`,
  `kubectl label pod ${POD} round=${n} --overwrite`,
  "kubectl cordon pair-worker",
  "fault lose-file-event pair-worker",
  "kubectl uncordon pair-worker",
  `remove pair-worker ${MANIFESTS}/extra-${n}.yaml`,
]);

/** Does something to the page's own cluster, once the one before is over. */
function act(page, text) {
  return page.evaluate(async (text) => {
    const { cluster } = document.getElementById("player").dataset;
    const { token } = JSON.parse(sessionStorage.getItem(`cluster ${cluster}`));
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    for (let tries = 0; tries < 100; tries += 1) {
      const answer = await fetch(`/api/clusters/${cluster}/inputs`, { method: "POST", headers, body: JSON.stringify({ text }) });
      if (answer.ok) return;
      const said = await answer.text();
      // One terminal: a command waits for the one before.
      if (answer.status !== 422 || !/has not ended|running/.test(said)) throw new Error(`${text}: ${answer.status} ${said}`);
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`${text}: the command before never ended`);
  }, text);
}

test("a link of thirty inputs gives the identical trace on a server that knows nothing", async () => {
  const other = await freshServer();
  try {
    let link;
    let before;
    await visit(AT_DELETE, { ...FAST, expected: /422/ }, async (page) => {
      const { cluster } = await edge(page);
      for (const text of THIRTY) await act(page, text);
      await ownStep(page, "delete extra-4.yaml");
      await bar(page, "copy");
      const field = page.locator("[data-part=note] input");
      await field.waitFor();
      link = await field.inputValue();
      before = await told(page, cluster);
    });
    const { pathname, hash } = new URL(link);
    assert.ok(hash.length <= 8 * 1024, `${hash.length} characters`);
    await visit(pathname + hash, { ...FAST, base: other.url }, async (page) => {
      await playerReady(page);
      const { cluster } = await edge(page);
      assert.equal((await ownSteps(page)).length, THIRTY.length);
      const after = await told(page, cluster);
      // What happened by itself since the link was copied is in one of them only, at the end.
      const n = Math.min(before.length, after.length);
      assert.deepEqual(after.slice(0, n), before.slice(0, n));
      const [last] = before.slice(0, n).filter((it) => it.includes("extra-4.yaml")).slice(-1);
      assert.match(last, /extra-4\.yaml/, "all thirty are in what was compared");
      assert.ok(n > 150, `${n} facts of its own`);
    });
  } finally {
    other.stop();
  }
});
