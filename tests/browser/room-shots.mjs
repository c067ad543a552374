// Pictures of rooms: what an audience sees, and what whoever presents has before them. Each opens a
// room of its own. Everybody else in it is there over HTTP alone.

import { URL_BASE, playerReady } from "./launch.mjs";
import { LESSON, Presenter, newRoom } from "./room-http.mjs";

/** A moment of the lesson at which something moves: a beat, from 0, and milliseconds of it. */
const MOMENT = { beat: 10, ms: 1_400, rate: 0 };

/** A question of the lesson's, and how many choose which answer. */
const QUESTION = { step: "delete", n: 0 };
const CHOSEN = [2, 9, 14];

/** How many read which language, and how many of them look around on their own. */
const AUDIENCE = { en: 14, fr: 8, es: 3 };
const EXPLORING = 3;

/** How long the presenter has talked, and may talk. */
const TALK = { elapsedMs: (12 * 60 + 41) * 1_000, minutes: 20 };

/**
 * Every picture: its name, whose browser it is, and how its page gets there. `enter` gets the page,
 * and gives what is to be done when the picture is taken.
 */
export function roomShots({ wide, dark, phone }) {
  const darkPhone = { ...phone, colorScheme: "dark" };
  const shots = [];
  const shot = (name, context, enter) => shots.push({ name: `room-${name}`, status: 200, context, enter });
  for (const layout of ["default", "wide", "tall", "notes"]) {
    shot(`desk-${layout}`, wide, desk({ layout }));
    shot(`desk-${layout}-dark`, dark, desk({ layout }));
  }
  shot("desk-phone", phone, desk());
  for (const [name, options] of Object.entries(AT_THE_DESK)) shot(name, wide, desk(options));
  for (const [name, options] of Object.entries(VIEWERS)) {
    shot(`${name}-wide`, wide, viewer(options));
    shot(`${name}-phone`, darkPhone, viewer(options));
  }
  shot("remote-phone", phone, remote());
  shot("remote-phone-dark", darkPhone, remote());
  shot("open-wide", wide, plain(`/en/lessons/${LESSON}/present`));
  shot("open-phone", darkPhone, plain(`/fr/lessons/${LESSON}/present`));
  shot("join-phone", phone, plain("/es/watch?code=ABCDEF"));
  return shots;
}

/** Pictures of the speaker view; `then` is what is done there. */
const AT_THE_DESK = {
  "desk-before": { begins: false },
  "desk-fr-live": {
    lang: "fr",
    then: async (page) => {
      await page.locator("[data-on-stage=crash]:not([aria-disabled])").click();
      await page.waitForTimeout(2_500);
    },
  },
  "desk-question": {
    then: async (page, it) => {
      await page.keyboard.press("a");
      await page.locator("[data-question=close]").waitFor();
      await it.answers(QUESTION, CHOSEN);
      await page.locator(".total", { hasText: "25" }).waitFor();
    },
  },
  "desk-revealed-black": {
    then: async (page, it) => {
      await page.keyboard.press("a");
      await page.locator("[data-question=close]").waitFor();
      await it.answers(QUESTION, CHOSEN);
      await page.keyboard.press("a");
      await page.keyboard.press("a");
      await page.keyboard.press("b");
      await page.locator(".stage[data-cover=black]").waitFor();
    },
  },
  "desk-join": { then: (page) => page.keyboard.press("q") },
  "desk-overview": { then: (page) => page.keyboard.press("o") },
  "desk-go-to": { then: (page) => page.keyboard.press("g") },
  "desk-hand-over": { then: (page) => opened(page, "h") },
  "desk-remote": { then: (page) => page.locator("[data-act=remote]").click() },
  "desk-acts": { then: (page) => page.locator("[data-on-stage=more]").click() },
  "desk-end": { then: (page) => page.locator("[data-act=end]").click() },
  "desk-elsewhere": { away: true },
};

/** Pictures of a viewer; `before` is what the presenter does first, `then` what the viewer does. */
const VIEWERS = {
  viewer: {},
  "viewer-fr": { lang: "fr" },
  "viewer-locked": { before: (it) => it.say("stage", { locked: true }) },
  "viewer-black": { before: (it) => it.say("stage", { black: "black" }) },
  "viewer-white": { before: (it) => it.say("stage", { black: "white" }) },
  "viewer-pointer": {
    before: (it) => it.say("pointer", { at: { cell: "kubelet/box", x: 300, y: 750 } }),
  },
  "viewer-exploring": { then: (page) => page.locator("[data-act=explore]").click() },
  "viewer-question": { lang: "fr", before: ask, then: choose },
  "viewer-revealed": {
    before: ask,
    then: async (page, it) => {
      await choose(page, it);
      await it.say("question", { reveal: true });
      await page.locator("[data-right]").waitFor();
    },
  },
  "viewer-lost": {
    then: async (page, it) => {
      it.rise();
      await page.locator("[data-banner=presenter-lost]").waitFor();
    },
  },
  "viewer-over": {
    then: async (page, it) => {
      await it.say("end", {});
      await page.locator("[data-banner=over]").waitFor();
    },
  },
};

async function ask(it) {
  await it.say("question", QUESTION);
}

/** The viewer chooses, and so do the others. */
async function choose(page, it) {
  await page.locator("dialog.ask [data-choice='1']").click();
  await it.answers(QUESTION, CHOSEN);
  await page.locator("dialog.ask .count", { hasText: "14" }).waitFor();
}

async function opened(page, key) {
  await page.keyboard.press(key);
  await page.locator("dialog[open]").waitFor();
}

function plain(path) {
  return async (page) => {
    await page.goto(URL_BASE + path, { waitUntil: "load" });
  };
}

/** The speaker view. With `away`, another window drives. */
function desk({ lang = "en", layout = "default", begins = true, away = false, then } = {}) {
  return async (page) => {
    const it = new Presenter(await newRoom());
    const { session, token } = it.room;
    if (away) await it.sit();
    await it.audience(AUDIENCE, EXPLORING);
    await page.addInitScript(remember, { session, layout, begins, ...TALK });
    await page.goto(`${URL_BASE}/${lang}/present/${session}#${token}`, { waitUntil: "load" });
    await playerReady(page);
    await page.locator("#room[data-beat]").waitFor({ state: "attached" });
    if (begins && !away) {
      await page.locator("[data-part=strip] .steps li:nth-child(4) button").click();
      await page.locator("#room[data-beat='9']").waitFor({ state: "attached" });
      await page.keyboard.press("n");
      await page.locator("#room[data-beat='10']").waitFor({ state: "attached" });
      await page.waitForTimeout(MOMENT.ms);
    }
    await then?.(page, it);
    return () => it.leave();
  };
}

/** Somebody who has presented for a while. Runs before the page's own scripts. */
function remember({ session, layout, begins, elapsedMs, minutes }) {
  localStorage.setItem("desk layout", layout);
  sessionStorage.setItem(`planned ${session}`, String(minutes));
  if (begins) sessionStorage.setItem(`started ${session}`, String(Date.now() - elapsedMs));
}

function viewer({ lang = "en", before, then }) {
  return async (page) => {
    const it = await new Presenter(await newRoom()).sit();
    await it.say("stage", MOMENT);
    await before?.(it);
    await page.goto(`${URL_BASE}/${lang}/watch/${it.room.code}`, { waitUntil: "load" });
    await playerReady(page);
    await page.locator("#room[data-beat='10']").waitFor({ state: "attached" });
    await then?.(page, it);
    return () => it.leave();
  };
}

function remote() {
  return async (page) => {
    const it = await new Presenter(await newRoom()).sit();
    const { token } = await it.say("remote", {});
    const { session } = it.room;
    await it.say("stage", MOMENT);
    await page.addInitScript(remember, { session, begins: true, ...TALK });
    await page.goto(`${URL_BASE}/en/remote/${session}#${token}`, { waitUntil: "load" });
    await playerReady(page);
    await page.locator("#room[data-beat='10']").waitFor({ state: "attached" });
    return () => it.leave();
  };
}
