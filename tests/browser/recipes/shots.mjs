// Pictures of the built recipes, for people to look at: `cargo xtask recipes [NAME…]`.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { PHONE, WIDE, launch } from "../launch.mjs";
import { ask, lesson, serveBuilt } from "./site.mjs";

const OUT = process.env.SHOTS ?? "shots";

const DARK = { colorScheme: "dark" };
const LOOKS = {
  "wide-light": WIDE,
  "wide-dark": { ...WIDE, ...DARK },
  "phone-light": { ...PHONE, deviceScaleFactor: 1.5 },
  "phone-dark": { ...PHONE, ...DARK, deviceScaleFactor: 1.5 },
};
/** What has one look only. */
const LIGHT = ["wide-light", "phone-light"];

// Each: recipe, what its picture is called, path, and what is shown instead of where it begins.
const SHOTS = [
  ["plain", "frame", "/"],
  ["plain", "element", "/", { at: "mirror-pod" }],
  ["mkdocs", "element", "/"],
  ["mkdocs", "frame", "/frame/"],
  ["docusaurus", "element", "/"],
  ["docusaurus", "frame", "/frame"],
  ["mdbook", "element", "/static-pods"],
  ["mdbook", "frame", "/frame"],
  ["reveal", "lazy", "/#/1", { looks: LIGHT }],
  ["reveal", "kept", "/#/2", { looks: LIGHT, at: "iframe[src*='step=delete']" }],
  ["slidev", "start", "/#/2"],
  ["slidev", "delete", "/#/3"],
].map(([recipe, name, path, options = {}]) => ({ recipe, name, path, ...options }));

async function take(browser, { recipe, name, path, at }, look, begun) {
  const site = await serveBuilt(recipe);
  const visit = await browser.newContext(LOOKS[look]);
  try {
    const page = await visit.newPage();
    await page.goto(site.url + path);
    // What is further down comes when somebody comes to it.
    await page.locator(at ?? "body").evaluate((it) => it.scrollIntoView());
    const frame = await lesson(page);
    if (begun) {
      await ask(frame, "play");
      await page.waitForTimeout(2000);
    }
    // By now a frame has the height that it asked for.
    await page.waitForTimeout(500);
    const file = `${recipe}-${name}${begun ? "-plays" : ""}-${look}.png`;
    await page.screenshot({ path: join(OUT, file) });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) throw new Error(`${over} px too wide`);
  } finally {
    await visit.close();
    site.stop();
  }
}

const only = process.argv.slice(2);
await mkdir(OUT, { recursive: true });
const browser = await launch();
const failures = [];
for (const shot of SHOTS.filter(({ recipe }) => !only.length || only.includes(recipe))) {
  for (const look of shot.looks ?? Object.keys(LOOKS)) {
    // At rest it is wide and light; begun, everything else.
    for (const begun of look === "wide-light" ? [false, true] : [true]) {
      const fault = await take(browser, shot, look, begun).then(() => null, (error) => error);
      if (fault) failures.push(`${shot.recipe}-${shot.name}-${look}: ${fault.message}`);
    }
  }
}
await browser.close();
console.error(`pictures of recipes in ${OUT}`);
if (failures.length) {
  console.error(`Failures:\n  ${failures.join("\n  ")}`);
  process.exitCode = 1;
}
