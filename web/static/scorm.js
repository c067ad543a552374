// The page that a learning platform with SCORM 1.2 opens: the lesson in a frame that fills it, and
// what the platform is told of it. A place to go on from never means that it plays.
import { connect } from "./connect.js";
import { chosen, lesson, show } from "./launcher.js";
import { Progress } from "./progress.js";
import { Visit, findApi } from "./scorm-session.js";

/** What has not reached the platform goes there at least this often while the lesson plays. */
const OFTEN = 60_000;

const api = findApi(window);
const visit = api && new Visit(api);
const before = visit?.begin();
if (!before) {
  console.warn(`mirrorpod: ${api ? "LMSInitialize failed" : "no SCORM API in the windows above"}; nothing is reported`);
}

const lang = chosen([before?.language, ...navigator.languages]);
const progress = new Progress(before ?? {});
const place = before?.step && lesson.steps.includes(before.step) ? { step: before.step, t: before.t } : {};
const frame = show(lang, place);

if (before) {
  let sent = Date.now();
  connect(frame, (event, data) => {
    const happened = progress.hear(event, data).map((it) => it.what);
    const isTurn = happened.includes("progressed") || happened.includes("paused");
    const isLate = event === "state" && Date.now() - sent > OFTEN;
    if (event === "state" || isTurn) {
      visit.keep(progress, isTurn || isLate);
      if (isTurn || isLate) sent = Date.now();
    }
    if (happened.includes("completed")) visit.complete();
  });
  addEventListener("pagehide", () => visit.finish());
  // On a phone, being put away may be all that is ever heard.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") visit.commit();
  });
  // A page that comes back from where the browser keeps such is a new visit.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}
