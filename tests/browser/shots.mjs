// Pictures of every kind of page, for people to look at: `cargo xtask shots [NAME…]`.
// One page that fails does not stop the others; failures are listed at the end.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { URL_BASE, launch, playerReady } from "./launch.mjs";
import { roomShots } from "./room-shots.mjs";
import { compared, edge, menu, sandbox, thing } from "./sandbox.mjs";

const OUT = process.env.SHOTS ?? "shots";
const LESSON = "/en/lessons/static-pods";

// The milliseconds of motion after a step's beginning at which what it is about moves. That
// something does move there is looked at anew with each picture.
const STEPS = {
  scan: 6350, // the kubelet reads the file
  start: 3550, // the container starts
  mirror: 7450, // the mirror appears
  delete: 7000, // the mirror goes, the container stays
  edit: 9450, // the old container is told to stop
  drain: 13600, // the eviction is on its way
};
const WHAT_IFS = {
  "api-was-up": 6500, // the mirror appears before the container
  "forced-quick": 6400, // the mirror goes
  "forced-slow": 6000, // the mirror goes
};

const WIDE = { viewport: { width: 1440, height: 900 } };
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  isMobile: true,
  hasTouch: true,
};
const DARK = { colorScheme: "dark" };
// A4 between margins of 20 mm, at 96 dots per inch.
const PAPER = { viewport: { width: 643, height: 971 } };
const LOOKS = { wide: WIDE, dark: { ...WIDE, ...DARK }, phone: PHONE };

// Each: name, path, options of the browser's context, and what differs from a plain picture.
const SHOTS = [
  ...plainPages(),
  ...[320, 480, 640, 960].flatMap((width) => embeds(width)),
  ...roomShots(LOOKS),
  ...each(LOOKS, "sandbox", sandbox("en", "#step=delete"), { act: edge }),
  ...each(LOOKS, "sandbox-menu", sandbox("en", "#step=delete"), { act: mirrorsMenu }),
  ...each(LOOKS, "sandbox-file", sandbox("fr", "#step=delete"), { act: file, fullPage: true }),
  ...each(LOOKS, "sandbox-compared", sandbox("en", "#step=delete"), { act: compared }),
  ...Object.entries(STEPS).flatMap(([step, t]) => each(LOOKS, `step-${step}`, at(step, t))),
  ...Object.entries(WHAT_IFS).flatMap(([id, t]) =>
    each(LOOKS, `what-if-${id}`, at(id, t, `${LESSON}/what-if/${id}`)),
  ),
  ...["objects", "why"].flatMap((tab) =>
    each(LOOKS, `panel-${tab}`, at("mirror", STEPS.mirror), { tab }),
  ),
  ...[960, 640].map((width) =>
    shot(`width-${width}`, at("delete", STEPS.delete), { viewport: { width, height: 900 } }),
  ),
  ...each(
    {
      "forced-colours": { ...WIDE, forcedColors: "active" },
      "forced-colours-dark": { ...WIDE, ...DARK, forcedColors: "active" },
      "more-contrast": { ...WIDE, contrast: "more" },
      "more-contrast-dark": { ...WIDE, ...DARK, contrast: "more" },
    },
    "delete",
    at("delete", STEPS.delete),
  ),
];

function plainPages() {
  const still = { still: true };
  const print = { media: "print", fullPage: true };
  return [
    ...each(LOOKS, "home", "/en/", still),
    ...each(LOOKS, "first-visit", LESSON),
    ...each(LOOKS, "share", "/en/lessons/static-pods/embed", { still: true, fullPage: true, act: framed }),
    ...each(LOOKS, "model", "/en/model", still),
    shot("first-visit-phone-full", LESSON, PHONE, { fullPage: true }),
    shot("reading-wide", LESSON, WIDE, { fullPage: true }),
    shot("reduced-motion", at("mirror", STEPS.mirror), { ...WIDE, reducedMotion: "reduce" }),
    shot("print", LESSON, PAPER, print),
    shot("print-sheet", `${LESSON}/print`, PAPER, { ...still, ...print }),
    shot("no-script-fr", LESSON.replace("/en/", "/fr/"), { ...WIDE, javaScriptEnabled: false }, {
      ...still,
      fullPage: true,
    }),
    shot("not-found", "/en/no-such-page", WIDE, { ...still, status: 404 }),
  ];
}

/** A cluster of one's own, with a file to be edited. */
async function file(page) {
  await edge(page);
  await thing(page, "hello-static.yaml");
}

/** A cluster of one's own, with the menu of its mirror Pod. */
async function mirrorsMenu(page) {
  await edge(page);
  await menu(page, "api/mirror/line/name");
}

/** A lesson for frames of this width, as high as it wants to be there. */
function embeds(width) {
  const context = { viewport: { width, height: { 320: 560, 480: 440, 640: 500, 960: 760 }[width] } };
  const path = "/embed/static-pods?lang=en&step=delete";
  const looks = { light: context, dark: { ...context, ...DARK } };
  return [
    ...each(looks, `embed-${width}`, path),
    ...each(looks, `embed-${width}-plays`, path, { act: plays }),
    ...each(looks, `embed-${width}-asks`, `${path}&questions=1`, { act: answers }),
  ];
}

/** Somebody begins. */
async function plays(page) {
  await page.locator(".start").click();
  await page.waitForTimeout(2_500);
}

/** Somebody begins, is asked what will happen, and says so. */
async function answers(page) {
  await page.locator(".start").click();
  await page.locator("#question li button").first().click();
}

/** A page with a lesson in a frame, once that is there. */
async function framed(page) {
  // What is not in sight is not drawn.
  await page.locator("#preview").scrollIntoViewIfNeeded();
  await page.waitForTimeout(800);
}

/** A moment of motion of a step, as a link says it. */
function at(step, t, page = LESSON) {
  return { path: page, step, t };
}

/** The same in each of these looks, which its name then ends with. */
function each(looks, name, place, options = {}) {
  return Object.entries(looks).map(([look, context]) =>
    shot(`${name}-${look}`, place, context, options),
  );
}

function shot(name, place, context, options = {}) {
  const where = typeof place === "string" ? { path: place } : place;
  return { name, ...where, context, status: 200, ...options };
}

async function take(browser, wanted) {
  const { name, context, status, media, tab, act, enter, fullPage } = wanted;
  const visit = await browser.newContext(context);
  const page = await visit.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const expected = status !== 200 && message.text().includes(`${status}`);
    if (message.type() === "error" && !expected) complaints.push(message.text());
  });
  let leave;
  try {
    // A page that is late or broken is photographed all the same: the picture tells why.
    const entered = enter ? enter(page) : open(page, wanted);
    leave = await entered.catch((error) => void complaints.push(error.message));
    if (tab) await page.locator(`[data-tab=${tab}]`).click();
    await act?.(page);
    if (media) await page.emulateMedia({ media });
    if (context.javaScriptEnabled !== false) await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(OUT, `${name}.png`), fullPage: fullPage ?? false });
  } finally {
    await visit.close();
    leave?.();
  }
  if (complaints.length) throw new Error(complaints.join("; "));
}

/** Goes to a page, and to the moment that it is to show. */
async function open(page, { path, step, t, status, still, context }) {
  const link = step ? `#step=${step}&t=${t}` : "";
  const answer = await page.goto(URL_BASE + path + link, { waitUntil: "load" });
  if (answer.status() !== status) throw new Error(`HTTP ${answer.status()}, not ${status}`);
  if (!still) await playerReady(page);
  if (step && context.reducedMotion !== "reduce" && !(await moves(page, step, t))) {
    throw new Error(`nothing moves ${t} ms after the beginning of ${step}: choose another moment`);
  }
}

/** Whether the picture is another one a little later; ends where it began. */
async function moves(page, step, t) {
  const later = await pictureAt(page, step, t + 80);
  return (await pictureAt(page, step, t)) !== later;
}

async function pictureAt(page, step, t) {
  await page.evaluate((link) => {
    location.hash = link;
  }, `#step=${step}&t=${t}`);
  // The page hears of its new address in a task of its own, and draws in the next frame.
  await page.evaluate(() => new Promise((done) => {
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 50);
  }));
  return page.locator("[data-part=stage] svg").first().evaluate((svg) => svg.outerHTML);
}

const only = process.argv.slice(2);
const wanted = SHOTS.filter(({ name }) => !only.length || only.some((part) => name.includes(part)));
await mkdir(OUT, { recursive: true });
const browser = await launch();
const failures = [];
for (const one of wanted) {
  const start = Date.now();
  const fault = await take(browser, one).then(() => null, (error) => error);
  if (fault) failures.push(`${one.name}: ${fault.message.split("\n")[0]}`);
  console.error(`${fault ? "FAILED" : "ok    "} ${one.name} (${Date.now() - start} ms)`);
}
await browser.close();

console.error(`${wanted.length - failures.length} of ${wanted.length} pictures in ${OUT}`);
if (failures.length) {
  console.error(`Failures:\n  ${failures.join("\n  ")}`);
  process.exitCode = 1;
}
