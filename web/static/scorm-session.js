// A visit to a lesson as SCORM 1.2 reports it to a learning platform. Pure but for the platform's API
// object, which is handed in.

/** So many windows up from ours are looked through for the platform's API. */
const HIGHEST = 7;

/** The API keeps no longer texts than these. */
const LONGEST = { "cmi.core.lesson_location": 255, "cmi.suspend_data": 4096 };

/** What of a lesson was seen, as it is kept: this, the ids of steps, and `.` once its end was reached. */
const FORM = "1";

/** The API of the platform: in a window above this one, or above the one that opened it, or `null`. */
export function findApi(own) {
  const opener = reach(() => own.opener);
  return above(own) ?? (opener && above(opener));
}

function above(window) {
  let it = window;
  for (let n = 0; n <= HIGHEST; n += 1) {
    // A window of another origin may neither be looked into nor keep us from looking beyond it.
    const api = reach(() => it.API);
    if (api && reach(() => api.LMSInitialize)) return api;
    const next = reach(() => it.parent);
    if (!next || next === it) return null;
    it = next;
  }
  return null;
}

function reach(look) {
  try {
    return look() ?? null;
  } catch {
    return null;
  }
}

export class Visit {
  /** `api`: what `findApi` gave; `now`: a clock in milliseconds. */
  constructor(api, now = Date.now) {
    this.api = api;
    this.now = now;
    this.began = now();
    this.isOpen = false;
    this.isDone = false;
    this.reports = false;
  }

  /**
   * Opens it. Gives what an earlier visit left: `seen`, `ended`, `isComplete`, the place `step` and `t`
   * to go on from, and the learner's language where the platform says one; `null` when the platform
   * refuses.
   */
  begin() {
    this.isOpen = this.#call("LMSInitialize", "") === "true";
    if (!this.isOpen) return null;
    const status = this.#get("cmi.core.lesson_status").toLowerCase();
    const isComplete = ["completed", "passed"].includes(status);
    // Who only looks around, or looks at it again, is not judged; nor is a lesson un-completed.
    this.reports = !["browse", "review"].includes(this.#get("cmi.core.lesson_mode").toLowerCase());
    if (this.reports && !isComplete) this.#set("cmi.core.lesson_status", "incomplete");
    this.isComplete = isComplete;
    this.#set("cmi.core.exit", isComplete ? "" : "suspend");
    this.#commit();
    const place = new URLSearchParams(this.#get("cmi.core.lesson_location"));
    return {
      ...unpacked(this.#get("cmi.suspend_data")),
      isComplete,
      step: place.get("step"),
      t: Number.parseInt(place.get("t") ?? "0", 10) || 0,
      language: this.#get("cmi.student_preference.language"),
    };
  }

  /** Keeps where it stands and what was seen; `isTurn` sends it to the platform at once. */
  keep(progress, isTurn) {
    if (!this.isOpen || progress.state === null) return;
    const { step, t, ended } = progress.state;
    // Who comes back after the end begins at the beginning.
    this.#set("cmi.core.lesson_location", ended ? "" : `${new URLSearchParams({ step, t: Math.round(t) })}`);
    this.#set("cmi.suspend_data", packed(progress.kept));
    if (isTurn) this.commit();
  }

  /** The whole lesson was seen. */
  complete() {
    if (!this.isOpen || this.isComplete || !this.reports) return;
    this.isComplete = true;
    this.#set("cmi.core.lesson_status", "completed");
    this.#set("cmi.core.exit", "");
    this.commit();
  }

  /** Sends what was kept. */
  commit() {
    if (!this.isOpen) return;
    this.#set("cmi.core.session_time", timespan(this.now() - this.began));
    this.#commit();
  }

  /** Ends it, once. */
  finish() {
    if (!this.isOpen || this.isDone) return;
    this.#set("cmi.core.session_time", timespan(this.now() - this.began));
    this.#call("LMSFinish", "");
    this.isDone = true;
    this.isOpen = false;
  }

  #get(name) {
    return String(this.#call("LMSGetValue", name) ?? "");
  }

  #set(name, value) {
    if (value.length <= (LONGEST[name] ?? Infinity)) this.#call("LMSSetValue", name, value);
  }

  #commit() {
    this.#call("LMSCommit", "");
  }

  /** A platform that breaks must not break the lesson. */
  #call(name, ...values) {
    const answer = reach(() => this.api[name](...values));
    return answer === null ? null : String(answer);
  }
}

/** Milliseconds as `HHHH:MM:SS.SS`. */
export function timespan(ms) {
  const hundredths = Math.min(Math.max(0, Math.floor(ms / 10)), 9999 * 360_000);
  const two = (n) => String(n).padStart(2, "0");
  const hours = String(Math.floor(hundredths / 360_000)).padStart(4, "0");
  const [minutes, seconds] = [Math.floor(hundredths / 6000) % 60, Math.floor(hundredths / 100) % 60];
  return `${hours}:${two(minutes)}:${two(seconds)}.${two(hundredths % 100)}`;
}

export function packed({ seen, ended }) {
  return [FORM, ...seen, ...(ended ? ["."] : [])].join(" ");
}

export function unpacked(text) {
  const [form, ...rest] = text.split(" ");
  if (form !== FORM) return { seen: [], ended: false };
  return { seen: rest.filter((it) => it !== "."), ended: rest.includes(".") };
}
