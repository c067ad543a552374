// Pictures of every kind of page, for people to look at: `cargo xtask shots [NAME…]`.
// One page that fails does not stop the others; failures are listed at the end.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { URL_BASE, launch, playerReady } from "./launch.mjs";

const OUT = process.env.SHOTS ?? "shots";
const LESSON = "/en/lessons/static-pods";
const STEPS = ["scan", "start", "mirror", "delete", "edit", "drain"];

const WIDE = { viewport: { width: 1440, height: 900 } };
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  isMobile: true,
  hasTouch: true,
};
const DARK = { colorScheme: "dark" };
const NO_SCRIPT = { javaScriptEnabled: false };

// Each: name, path, options of the browser's context, and what differs from a plain picture.
const SHOTS = [
  shot("home", "/", WIDE, { still: true }),
  shot("home-dark", "/", { ...WIDE, ...DARK }, { still: true }),
  shot("home-phone", "/", PHONE, { still: true, fullPage: true }),
  shot("lesson", LESSON, WIDE),
  shot("lesson-dark", LESSON, { ...WIDE, ...DARK }),
  shot("phone", LESSON, PHONE),
  shot("phone-dark", LESSON, { ...PHONE, ...DARK }),
  shot("phone-full", LESSON, PHONE, { fullPage: true }),
  shot("reduced-motion", `${LESSON}#step=mirror&t=1200`, { ...WIDE, reducedMotion: "reduce" }),
  shot("print", LESSON, WIDE, { media: "print", fullPage: true }),
  shot("no-script-fr", LESSON.replace("/en/", "/fr/"), { ...WIDE, ...NO_SCRIPT }, {
    still: true,
    fullPage: true,
  }),
  shot("not-found", "/en/no-such-page", WIDE, { still: true, status: 404 }),
  ...STEPS.map((step) => shot(`step-${step}`, `${LESSON}#step=${step}&t=1200`, WIDE)),
  ...STEPS.map((step) => shot(`phone-step-${step}`, `${LESSON}#step=${step}&t=1200`, PHONE)),
];

function shot(name, path, context, options = {}) {
  return { name, path, context, status: 200, ...options };
}

async function take(browser, { name, path, context, status, still, media, fullPage }) {
  const tab = await browser.newContext(context);
  const page = await tab.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const expected = status !== 200 && message.text().includes(`${status}`);
    if (message.type() === "error" && !expected) complaints.push(message.text());
  });
  try {
    const answer = await page.goto(URL_BASE + path, { waitUntil: "load" });
    // A page that is late or broken is photographed all the same: the picture tells why.
    if (!still) await playerReady(page).catch((error) => complaints.push(error.message));
    if (media) await page.emulateMedia({ media });
    if (context.javaScriptEnabled !== false) await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(OUT, `${name}.png`), fullPage: fullPage ?? false });
    if (answer.status() !== status) complaints.push(`HTTP ${answer.status()}, not ${status}`);
  } finally {
    await tab.close();
  }
  if (complaints.length) throw new Error(complaints.join("; "));
}

const only = process.argv.slice(2);
const wanted = SHOTS.filter(({ name }) => !only.length || only.some((part) => name.includes(part)));
await mkdir(OUT, { recursive: true });
const browser = await launch();
const failures = [];
for (const each of wanted) {
  const start = Date.now();
  const fault = await take(browser, each).then(() => null, (error) => error);
  if (fault) failures.push(`${each.name}: ${fault.message.split("\n")[0]}`);
  console.error(`${fault ? "FAILED" : "ok    "} ${each.name} (${Date.now() - start} ms)`);
}
await browser.close();

console.error(`${wanted.length - failures.length} of ${wanted.length} pictures in ${OUT}`);
if (failures.length) {
  console.error(`Failures:\n  ${failures.join("\n  ")}`);
  process.exitCode = 1;
}
