// What happened in a lesson, in the words of the Experience API (xAPI 1.0.3). Pure.
// Licensed under Apache-2.0; use it in any page.

const ADL = "http://adlnet.gov/expapi";
const VIDEO = "https://w3id.org/xapi/video";
const PROGRESS = "https://w3id.org/xapi/cmi5/result/extensions/progress";

const VERBS = {
  initialized: `${ADL}/verbs/initialized`,
  played: `${VIDEO}/verbs/played`,
  paused: `${VIDEO}/verbs/paused`,
  seeked: `${VIDEO}/verbs/seeked`,
  answered: `${ADL}/verbs/answered`,
  progressed: `${ADL}/verbs/progressed`,
  completed: `${ADL}/verbs/completed`,
  terminated: `${ADL}/verbs/terminated`,
};

/**
 * A statement. `happened` is what `Progress` gives, or `{what: "terminated"}`; `of` says what it is
 * about:
 * - `lesson`: the id of the lesson's activity,
 * - `home`: the address of its page, from which come the ids of its steps,
 * - `title` and `names`: what the lesson and each of its steps is called, by language,
 * - `actor`: who; without one, whoever gets the statement puts it in,
 * - `length`, `spent`: how long the lesson is, and since when somebody is at it, in milliseconds.
 */
export function statement(happened, of, now = Date.now()) {
  const { what, step, id } = happened;
  const made = {
    id: uuid(),
    verb: { id: VERBS[what], display: { en: what } },
    object: objectOf(what, step, id, of),
    timestamp: new Date(now).toISOString(),
  };
  if (of.actor) made.actor = of.actor;
  const result = resultOf(happened, of);
  if (result) made.result = result;
  const context = contextOf(what, step, of);
  if (context) made.context = context;
  return made;
}

function objectOf(what, step, id, of) {
  if (what === "answered") return questionActivity(step, id, of);
  return step && what !== "progressed" ? stepActivity(step, of) : lessonActivity(of);
}

function questionActivity(step, id, of) {
  const { id: place } = stepActivity(step, of);
  const made = activity(`${place}&question=${encodeURIComponent(id)}`, `${ADL}/activities/cmi.interaction`);
  made.definition.interactionType = "choice";
  return made;
}

function lessonActivity({ lesson, title }) {
  return activity(lesson, `${ADL}/activities/simulation`, title);
}

function stepActivity(step, { home, names }) {
  return activity(`${home}#step=${encodeURIComponent(step)}`, `${ADL}/activities/media`, names?.[step]);
}

function activity(id, type, name) {
  return { objectType: "Activity", id, definition: name ? { type, name } : { type } };
}

function resultOf({ what, time, from, to, share, choice, correct }, { spent = 0 }) {
  switch (what) {
    case "answered":
      return { success: correct, response: String(choice) };
    case "played":
    case "paused":
      return { extensions: { [`${VIDEO}/extensions/time`]: seconds(time) } };
    case "seeked":
      return {
        extensions: {
          [`${VIDEO}/extensions/time-from`]: seconds(from),
          [`${VIDEO}/extensions/time-to`]: seconds(to),
        },
      };
    case "progressed":
      return { extensions: { [PROGRESS]: Math.floor(share * 100) } };
    case "completed":
      return { completion: true, duration: duration(spent) };
    case "terminated":
      return { duration: duration(spent) };
    default:
      return null;
  }
}

function contextOf(what, step, of) {
  if (what === "initialized" && of.length) {
    return { extensions: { [`${VIDEO}/extensions/length`]: seconds(of.length) } };
  }
  if (step && what !== "progressed") {
    return { contextActivities: { parent: [{ objectType: "Activity", id: of.lesson }] } };
  }
  return null;
}

const seconds = (ms) => Math.round(ms) / 1000;

/** Milliseconds as an ISO 8601 duration, to the hundredth of a second. */
export function duration(ms) {
  const hundredths = Math.max(0, Math.round(ms / 10));
  const [hours, minutes] = [Math.floor(hundredths / 360_000), Math.floor(hundredths / 6000) % 60];
  const rest = (hundredths % 6000) / 100;
  const part = (n, unit) => (n > 0 ? `${n}${unit}` : "");
  return `PT${part(hours, "H")}${part(minutes, "M")}${rest}S`;
}

/** A random UUID. `crypto.randomUUID` is not there on pages without TLS, as some platforms are. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((it) => it.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
