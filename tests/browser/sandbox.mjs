// What specs and pictures of one's own cluster share: its page, what can be done on it, and what it
// says.

const PATIENCE = { timeout: 30_000, polling: 50 };

/** The Pod of the lesson, as the API has it. */
export const POD = "hello-static-pair-worker";

/** The address of the page, at a place of the lesson. */
export function sandbox(lang, fragment = "") {
  return `/${lang}/lessons/static-pods/try${fragment}`;
}

/** Waits until the newest that has happened is on stage; gives the state. */
export async function edge(page) {
  const there = () => document.getElementById("player").dataset.phase === "live";
  await page.waitForFunction(there, null, PATIENCE);
  return page.evaluate(() => {
    const { dataset } = document.getElementById("player");
    return { ...dataset, entry: Number(dataset.entry) };
  });
}

/** A thing of the panel, by its name, unfolded. */
export async function thing(page, name, place = "") {
  const all = page.locator(`details.place${place} details.thing`);
  const found = all.filter({ has: page.locator("summary .name", { hasText: new RegExp(`^${name}$`) }) });
  const one = found.first();
  await one.waitFor({ state: "attached" });
  const folded = page.locator("details.place:not([open])", { has: one });
  if (await folded.count()) await folded.locator("> summary").click();
  if (!(await one.evaluate((it) => it.open))) await one.locator("> summary").click();
  return one;
}

/** The button of an offer, by what it sends. */
export function offer(within, input) {
  return within.locator(`.offer .do[data-input^=${JSON.stringify(input)}]`);
}

/** Works a button once it can be worked. */
export async function work(page, button) {
  await button.waitFor({ state: "visible" });
  const can = (it) => !it.hasAttribute("aria-disabled");
  await page.waitForFunction(can, await button.elementHandle(), PATIENCE);
  await button.click();
}

/** Works a button of the bar. */
export function bar(page, name) {
  return page.locator(`.live-bar [data-live=${name}]`).click();
}

/** The names of one's own steps, in order. */
export function ownSteps(page) {
  const buttons = page.locator("[data-part=chapters] .own-step button");
  return buttons.evaluateAll((all) => all.map((it) => it.textContent));
}

/** Waits for a step of one's own whose name begins so. */
export function ownStep(page, name) {
  const there = (name) => {
    const all = document.querySelectorAll("[data-part=chapters] .own-step button");
    return [...all].some((it) => it.textContent.startsWith(name));
  };
  return page.waitForFunction(there, name, PATIENCE);
}

/** Presses a shape of the picture, as with a mouse; the menu it opens. */
export async function menu(page, shape) {
  // Text lies on the shapes, and belongs to them.
  await page.locator(`[data-part=stage] [data-key="${shape}"]`).click({ force: true });
  const open = page.locator(".menu");
  await open.waitFor({ state: "visible" });
  return open;
}

/** Waits until the terminal shows this. */
export function printed(page, text) {
  const there = (text) => document.querySelector(".terminal pre").textContent.includes(text);
  return page.waitForFunction(there, text, PATIENCE);
}

/** Everything that has happened in a cluster by now, as the server tells it. */
export function told(page, id) {
  return page.evaluate(async (id) => {
    const url = `/api/clusters/${id}/events`;
    const data = (text) => text.split("\n").filter((it) => it.startsWith("data: {\"id\""));
    if (globalThis.mirrorpodInPage) {
      let stop;
      const text = await new Promise((done) => (stop = mirrorpodInPage.listen(url, (_, it) => done(it))));
      stop();
      return data(text);
    }
    const answer = await fetch(url);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    // The clock is told once everything has been.
    while (!text.includes("event: clock")) text += (await reader.read()).value;
    await reader.cancel();
    return data(text);
  }, id);
}

/** Deletes the mirror in one cluster, goes back, and deletes it by force in another one. */
export async function twoClusters(page) {
  await edge(page);
  await work(page, offer(await thing(page, POD), `kubectl delete pod ${POD}`).first());
  await printed(page, `pod "${POD}" deleted`);
  await edge(page);
  await page.locator("#player").focus();
  await page.keyboard.press("[");
  await work(page, offer(await thing(page, POD), `kubectl delete pod ${POD} --grace-period=0`));
  const two = () => document.getElementById("player").dataset.clusters === "2";
  await page.waitForFunction(two, null, PATIENCE);
  await printed(page, "Immediate deletion does not wait");
  await edge(page);
}

/** The same two, side by side. */
export async function compared(page) {
  await twoClusters(page);
  await bar(page, "compare");
  await page.locator("#compare .side").nth(1).waitFor({ state: "visible" });
}
