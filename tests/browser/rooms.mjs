// What the specs about rooms share: one presenter and three viewers (wide, phone, French), each in
// a browser context of its own that is watched for complaints.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { PATIENCE_MS, PHONE, URL_BASE, WIDE, launch, playerReady } from "./launch.mjs";
import { LESSON, newRoom } from "./room-http.mjs";

export const LANGUAGES = ["en", "fr", "es"];
export const VIEWERS = ["wide", "phone", "french"];

/** A window of somebody who wants nothing to move: every beat is over at once. */
export const STILL = { ...WIDE, reducedMotion: "reduce" };

const browser = await launch();
after(() => browser.close());

/** A room with people in it. `people` are opened on the way and closed at the end. */
class Meeting {
  constructor(room) {
    this.room = room;
    this.people = [];
    this.complaints = [];
  }

  /** Somebody comes, with a browser of their own, or in a tab of somebody's. */
  async come(name, path, options = {}) {
    const { context = WIDE, of, expects = [], before, heard, still = false } = options;
    const tab = of ? of.context() : await browser.newContext(context);
    tab.setDefaultTimeout(PATIENCE_MS);
    const page = await tab.newPage();
    if (before) await page.addInitScript(before);
    this.people.push(page);
    const home = new URL(URL_BASE).origin;
    page.on("pageerror", (error) => this.complaints.push(`${name}: ${error.message}`));
    page.on("console", (message) => {
      const text = message.text();
      const isExpected = expects.some((it) => text.includes(it));
      if (message.type() === "error" && !isExpected) this.complaints.push(`${name}: ${text}`);
    });
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== "data:" && origin !== home) this.complaints.push(`${name}: ${request.url()}`);
    });
    if (heard) page.on("response", heard);
    await page.goto(URL_BASE + path, { waitUntil: "load" });
    if (!still) await playerReady(page, PATIENCE_MS);
    return page;
  }

  /** The presenter sits down. */
  async present(options) {
    const { session, token } = this.room;
    this.desk = await this.come("desk", `/en/present/${session}#${token}`, options);
    await untilDesk(this.desk);
    return this.desk;
  }

  /** The presenter and all three viewers. `motion`: what the viewers wish about motion. */
  async all({ motion = "no-preference", wide = {}, before } = {}) {
    this.motion = motion;
    const viewer = (name, lang, context, options) =>
      this.watch(name, lang, {
        context: { ...context, reducedMotion: motion },
        before,
        ...options,
      });
    [, this.wide, this.phone, this.french] = await Promise.all([
      this.present(),
      viewer("wide", "en", WIDE, wide),
      viewer("phone", "en", PHONE),
      viewer("french", "fr", WIDE),
    ]);
  }

  /** A viewer comes. */
  async watch(name, lang, options) {
    const page = await this.come(name, `/${lang}/watch/${this.room.code}`, options);
    await untilFollow(page, "following");
    return page;
  }

  get viewers() {
    return [this.wide, this.phone, this.french];
  }

  /** Presses keys at the desk, one after the other. */
  async press(...keys) {
    for (const key of keys) await this.desk.keyboard.press(key);
  }

  /** Waits until everybody has seen a beat to its end. */
  async settled(beat, pages = this.viewers) {
    for (const page of pages) await untilRest(page, beat);
  }
}

/** A test about one room. `body` gets the meeting. */
export function check(claim, body) {
  test(claim, { timeout: 5 * 60_000 }, async () => {
    const meeting = new Meeting(await newRoom());
    try {
      await body(meeting);
    } catch (error) {
      if (meeting.complaints.length) error.message += `; complaints: ${meeting.complaints.join("; ")}`;
      throw error;
    } finally {
      for (const page of meeting.people) await page.context().close();
    }
    assert.deepEqual(meeting.complaints, [], "nobody's page complains or asks another server");
  });
}

/** What a page of a room tells to the outside. */
export function state(page) {
  return page.evaluate(() => {
    const { dataset } = document.getElementById("room");
    const player = document.getElementById("player").dataset;
    const numbers = ["version", "beat", "ms"].map((key) => [key, Number(dataset[key])]);
    return { ...dataset, ...Object.fromEntries(numbers), follow: player.follow, phase: player.phase };
  });
}

async function until(page, id, wanted) {
  const there = ([id, values]) => {
    const { dataset } = document.getElementById(id);
    return Object.entries(values).every(([key, value]) => dataset[key] === String(value));
  };
  try {
    await page.waitForFunction(there, [id, wanted], { timeout: PATIENCE_MS, polling: 30 });
  } catch (cause) {
    const now = JSON.stringify(await state(page));
    throw new Error(`never ${JSON.stringify(wanted)}; it is ${now}`, { cause });
  }
}

/** Waits until the room's attributes have these values. */
export function untilRoom(page, wanted) {
  return until(page, "room", wanted);
}

/** Waits until a desk, or a remote control, drives and has the lesson before it. */
export async function untilDesk(page) {
  await untilRoom(page, { drives: "true" });
  await page.locator("#room[data-beat]").waitFor({ state: "attached" });
}

/** Goes to something that matches a selector as a person without a mouse does: by Tab. */
export async function tabTo(page, selector) {
  const isThere = (it) => document.activeElement.matches(it);
  for (let n = 0; n < 80; n += 1) {
    if (await page.evaluate(isThere, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never leads to ${selector}`);
}

/** Waits until a viewer follows, explores, or is locked. */
export function untilFollow(page, mode) {
  return until(page, "player", { follow: mode });
}

/** Waits until a viewer is at a beat and nothing moves any more. */
export async function untilRest(page, beat) {
  await untilRoom(page, { beat });
  await until(page, "player", { phase: "paused", playing: "false" });
}

/** The shapes of a viewer's picture: what each is, where it is, and what it says. */
export function shapes(page) {
  return page.evaluate(() => {
    const all = document.querySelectorAll("[data-part=stage] > svg:not(.pointer) > *");
    return [...all].map((it) => ({
      tag: it.tagName,
      text: it.textContent,
      ...Object.fromEntries([...it.attributes].map(({ name, value }) => [name, value])),
    }));
  });
}

/** Where in the lesson a viewer is, as a link says it, with the moment's own number. */
export function place(page) {
  return page.evaluate(() => {
    const { step, beat, entry } = document.getElementById("player").dataset;
    const { ms } = document.getElementById("room").dataset;
    return { step, beat: Number(beat), entry: Number(entry), ms: Number(ms) };
  });
}

/** Pages of the ordinary player, one for each context and language. */
const references = new Map();

/** The shapes that the ordinary player draws at the end of a beat, for this context and language. */
export async function reference(context, lang, beat) {
  const key = JSON.stringify([context, lang]);
  if (!references.has(key)) references.set(key, await referencePage(context, lang));
  const page = references.get(key);
  await page.locator("[role=slider]").focus();
  await page.keyboard.press("Home");
  // The scrubber's keys lead from the end of one beat to the end of the next.
  for (let n = 0; n <= beat; n += 1) await page.keyboard.press("ArrowUp");
  assert.equal(await page.locator("#player").getAttribute("data-beat"), String(beat));
  return shapes(page);
}

async function referencePage(context, lang) {
  const tab = await browser.newContext(context);
  await tab.addInitScript(() => {
    localStorage.setItem("visited", "yes");
    localStorage.setItem("pace", "through");
  });
  const page = await tab.newPage();
  await page.goto(`${URL_BASE}/${lang}/lessons/${LESSON}#step=scan`, { waitUntil: "load" });
  await playerReady(page, PATIENCE_MS);
  return page;
}
