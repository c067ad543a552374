// Every kind of page, looked at by axe-core: rules of WCAG 2.2 AA and best practice.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { PHONE, WIDE, check, lesson, press } from "./player.mjs";
import { compared, edge, menu, sandbox, thing } from "./sandbox.mjs";

// Run by the debugger, not by a script element: the page's policy forbids those, rightly.
const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const SIZES = { wide: WIDE, phone: PHONE };
/** Somebody who was here before and is in a hurry. */
const FAST = { visited: "yes", pace: "through", speed: "16" };
const PAGES = [
  { name: "the lesson", path: lesson("en") },
  { name: "the end in French", path: lesson("fr"), before: (page) => press(page, "End") },
  { name: "the keys", path: lesson("en"), before: (page) => press(page, "Shift+?") },
  { name: "the objects", path: lesson("en", "#step=edit"), before: (page) => tab(page, "objects") },
  { name: "the causes", path: lesson("en", "#e=41"), before: (page) => tab(page, "why") },
  { name: "a note", path: lesson("en", "#step=nope") },
  { name: "a cluster of one's own", path: sandbox("en", "#step=delete"), before: unfold },
  { name: "a menu of the picture", path: sandbox("en", "#step=delete"), before: openMenu },
  { name: "two clusters", path: sandbox("en", "#step=delete"), before: compared, stored: FAST },
  { name: "what puts it into a page", path: lesson("fr", "/embed"), still: true },
  { name: "home", path: "/es/", still: true },
  { name: "the model", path: "/en/model", still: true },
  { name: "print", path: lesson("fr", "/print"), still: true },
  { name: "the error page", path: "/en/no-such-page", still: true, status: 404 },
];

/** Everything that can be done to a Pod, a file and the kubelet, on the way into the past. */
async function unfold(page) {
  await edge(page);
  for (const name of ["hello-static-pair-worker", "hello-static.yaml", "kubelet"]) {
    await thing(page, name);
  }
  await press(page, "Home");
}

async function openMenu(page) {
  await edge(page);
  await menu(page, "api/mirror/line/name");
}

function tab(page, name) {
  return page.locator(`[data-tab=${name}]`).click();
}

/** What axe finds, one line for each thing and place. */
async function findings(page) {
  await page.evaluate(AXE);
  const { passes, violations } = await page.evaluate(() => axe.run(document));
  assert.ok(passes.length > 10, "axe looked at something");
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((it) => `${id}: ${it.target.join(" ")} — ${it.failureSummary.split("\n")[1]}`),
  );
}

/** A page in a look, on which axe finds nothing. */
function clean({ name, path, before, ...options }, look, context) {
  check(`axe finds nothing on ${name}, ${look}`, path, { ...options, context }, async (page) => {
    await before?.(page);
    assert.deepEqual(await findings(page), []);
  });
}

for (const page of PAGES) {
  for (const [size, context] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"]) {
      clean(page, `${size}, ${colorScheme}`, { ...context, colorScheme });
    }
  }
}

for (const colorScheme of ["light", "dark"]) {
  clean(PAGES[0], `more contrast, ${colorScheme}`, { colorScheme, contrast: "more" });
}
