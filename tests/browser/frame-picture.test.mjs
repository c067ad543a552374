// A frame reads less of the facts than the lesson's page, and draws the same.

import assert from "node:assert/strict";

import { STEPS, check, lesson } from "./player.mjs";
import { URL_BASE, playerReady } from "./launch.mjs";

/** The picture at places of every step, at one size: each element with what it is drawn with. */
function pictures(page) {
  return page.evaluate(async (steps) => {
    const stage = document.querySelector("[data-part=stage]");
    stage.style.cssText = "width: 1000px; height: 470px; padding: 0; flex: none";
    document.getElementById("player").style.width = "1011px";
    const drawn = [];
    for (const place of steps.flatMap((it) => [`${it}&t=300`, `${it}&t=2500`])) {
      const moved = new Promise((done) => addEventListener("hashchange", () => setTimeout(done, 60), { once: true }));
      location.hash = `step=${place}`;
      await moved;
      const svg = [...stage.querySelectorAll("svg")].find((it) => it.clientWidth > 0);
      const element = (it) => [it.tagName, ...[...it.attributes].map(({ name, value }) => `${name}=${value}`).sort(), it.children.length ? "" : it.textContent].join(" ");
      drawn.push([place, ...[...svg.querySelectorAll("*")].map(element)].join("\n"));
    }
    return drawn;
  }, STEPS);
}

check("a frame draws what the lesson's page draws", lesson("en"), { server: true }, async (page) => {
  const wanted = await pictures(page);
  assert.ok(wanted.every((it) => it.split("\n").length > 40), "there is something to see");
  await page.goto(`${URL_BASE}/embed/static-pods?lang=en`);
  await playerReady(page);
  const drawn = await pictures(page);
  for (const [n, it] of wanted.entries()) assert.equal(drawn[n], it);
});
