// A visit to a lesson as cmi5 has it (an assignable unit, launched by a learning platform). Pure but
// for the platform, which is reached by a `fetch` that is handed in.
import { Lrs } from "./lrs.js";
import { statement } from "./statements.js";

const PARTS = ["endpoint", "fetch", "actor", "registration", "activityId"];
const CATEGORIES = "https://w3id.org/xapi/cmi5/context/categories";
const DEFINED = [`${CATEGORIES}/cmi5`];

/** Why there is no visit: `key` is that of a sentence for the learner. */
export class Trouble extends Error {
  constructor(key, message) {
    super(message);
    this.key = key;
  }
}

/** What the address says of the launch; `null` where the page was opened in another way. */
export function launch(search) {
  const asked = new URLSearchParams(search);
  if (!PARTS.some((it) => asked.has(it))) return null;
  const missing = PARTS.filter((it) => !asked.get(it));
  if (missing.length > 0) throw new Trouble("parameters", `the launch lacks ${missing.join(", ")}`);
  const parts = Object.fromEntries(PARTS.map((it) => [it, asked.get(it)]));
  for (const it of ["endpoint", "fetch"]) {
    if (!isWeb(parts[it])) throw new Trouble("parameters", `${it} is no address`);
  }
  try {
    return { ...parts, agent: parts.actor, actor: JSON.parse(parts.actor) };
  } catch {
    throw new Trouble("parameters", "the actor is not JSON");
  }
}

function isWeb(address) {
  return URL.canParse(address) && ["http:", "https:"].includes(new URL(address).protocol);
}

/**
 * Opens the visit: takes the token, which can be had once, then what the platform has laid ready.
 * `failed` is told, once, when statements are not taken any more. Throws `Trouble`.
 */
export async function open(launch, { failed, fetch = (...all) => globalThis.fetch(...all), now = Date.now }) {
  const token = await tokenOf(launch, fetch);
  const lrs = new Lrs({ endpoint: launch.endpoint, auth: `Basic ${token}`, failed, fetch });
  const state = (stateId) => ({ activityId: launch.activityId, agent: launch.agent, registration: launch.registration, stateId });
  const wanted = (resource, query) => lrs.document(resource, query).catch((error) => {
    throw new Trouble(refuses(error.status) ? "refused" : "unreachable", error.message);
  });
  const data = await wanted("activities/state", state("LMS.LaunchData"));
  if (!data?.contextTemplate) throw new Trouble("refused", "there is no LMS.LaunchData");
  const liked = await lrs.document("agents/profile", { agent: launch.agent, profileId: "cmi5LearnerPreferences" }).catch(() => null);
  const own = state("mirrorpod");
  const kept = await lrs.document("activities/state", own).catch(() => null);
  return new Visit({ lrs, launch, data, liked, kept, own, now });
}

const refuses = (status) => status === 401 || status === 403;

async function tokenOf({ fetch: address }, fetch) {
  const answer = await fetch(address, { method: "POST" }).catch((error) => {
    throw new Trouble("unreachable", error.message);
  });
  const said = await answer.json().catch(() => ({}));
  if (answer.ok && typeof said["auth-token"] === "string") return said["auth-token"];
  const why = `no token: ${answer.status}, ${said["error-code"] ?? "no code"}, ${said["error-text"] ?? "no reason"}`;
  if (String(said["error-code"]) === "1") throw new Trouble("used", why);
  throw new Trouble(answer.status >= 500 ? "unreachable" : "refused", why);
}

export class Visit {
  constructor({ lrs, launch, data, liked, kept, own, now }) {
    Object.assign(this, { lrs, launch, data, own, now });
    /** What an earlier visit left: `seen`, `ended`, `isComplete`, and the place `step` and `t`. */
    this.kept = readable(kept);
    /** The learner's languages, the best first. */
    this.languages = String(liked?.languagePreference ?? "").split(",");
    /** Where the learner goes when this is over. */
    this.returnUrl = isWeb(data.returnURL) ? data.returnURL : null;
    this.isNormal = (data.launchMode ?? "Normal") === "Normal";
    this.isComplete = this.kept.isComplete;
    this.began = null;
    this.isDone = false;
    this.stamped = 0;
  }

  /** Tells what happened. `about`: `home`, `names` and `length` of the lesson, for statements. */
  tell(happened, about) {
    if (this.isDone) return;
    if (happened.what === "initialized") {
      this.began = this.now();
      this.lrs.send(this.#statement(happened, about, DEFINED));
    }
    if (this.began === null || !this.isNormal || happened.what === "initialized") return;
    if (happened.what === "completed") {
      // Once in a registration, however often somebody comes.
      if (this.isComplete) return;
      this.isComplete = true;
      this.lrs.send(this.#statement(happened, about, [...DEFINED, `${CATEGORIES}/moveon`]));
    } else if (happened.what !== "progressed" || !this.isComplete) {
      this.lrs.send(this.#statement(happened, about, []));
    }
  }

  /** Keeps where it stands and what was seen, for the next visit. */
  keep(progress, more) {
    if (!this.isNormal || this.began === null || progress.state === null) return;
    const { step, t, ended } = progress.state;
    const place = ended ? {} : { step, t: Math.round(t) };
    this.lrs.keep("activities/state", this.own, { ...progress.kept, ...place, isComplete: this.isComplete }, more);
  }

  /** The last statement, once; the promise is kept when it is out. */
  terminate(about) {
    if (this.isDone || this.began === null) return Promise.resolve();
    this.isDone = true;
    return this.lrs.last(this.#statement({ what: "terminated" }, about, DEFINED));
  }

  #statement(happened, about, categories) {
    const { actor, activityId, registration } = this.launch;
    // What comes later has a later time, whatever the clock does.
    this.stamped = Math.max(this.now(), this.stamped + 1);
    const of = { ...about, lesson: activityId, actor, spent: this.stamped - this.began };
    const made = statement(happened, of, this.stamped);
    // What the platform calls the unit is its own affair.
    if (made.object.id === activityId) delete made.object.definition;
    made.context = contextOf(this.data.contextTemplate, made.context, registration, categories);
    return made;
  }
}

/** The platform's template with ours added: nothing in it is replaced. */
function contextOf(template, own = {}, registration, categories) {
  const activities = { ...template.contextActivities };
  const more = { ...own.contextActivities };
  if (categories.length > 0) more.category = categories.map((id) => ({ objectType: "Activity", id }));
  for (const [kind, list] of Object.entries(more)) {
    const there = [activities[kind] ?? []].flat();
    activities[kind] = [...there, ...list.filter((it) => there.every(({ id }) => id !== it.id))];
  }
  const context = { registration, ...own, ...template, contextActivities: activities };
  if (own.extensions || template.extensions) context.extensions = { ...own.extensions, ...template.extensions };
  return context;
}

/** What was kept may be of anybody's making. */
function readable(kept) {
  const { seen, ended, isComplete, step, t } = kept ?? {};
  return {
    seen: Array.isArray(seen) ? seen.filter((it) => typeof it === "string") : [],
    ended: ended === true,
    isComplete: isComplete === true,
    step: typeof step === "string" ? step : null,
    t: Number.isInteger(t) && t >= 0 ? t : 0,
  };
}
