// The page that a learning platform with cmi5 opens: the lesson in a frame that fills it, in the
// language that the learner prefers there, and what the platform is told of it.
import { launch, open } from "./cmi5-session.js";
import { connect } from "./connect.js";
import { chosen, lesson, show, trouble, wayBack } from "./launcher.js";
import { Progress } from "./progress.js";

const TURNS = ["progressed", "paused", "completed"];

let lang = chosen(navigator.languages);
const visit = await begin();
if (visit) lang = chosen([...visit.languages, ...navigator.languages]);
const { step, t } = visit?.kept ?? {};
const frame = show(lang, lesson.steps.includes(step) ? { step, t } : {});
if (visit) report(visit);

async function begin() {
  try {
    const asked = launch(location.search);
    if (asked) return await open(asked, { failed: lost });
    console.warn("mirrorpod: not launched by a platform with cmi5; nothing is reported");
  } catch (error) {
    console.warn(`mirrorpod: ${error.message}; nothing is reported`);
    trouble(lang, error.key ?? "unreachable");
  }
  return null;
}

function lost(status) {
  console.warn(`mirrorpod: statements are not taken (${status || "no answer"})`);
  trouble(lang, "lost");
}

function report(visit) {
  const progress = new Progress(visit.kept);
  const about = () => ({ home: lesson.home, names: lesson.names, length: progress.state?.duration });
  connect(frame, (event, data) => {
    const happened = progress.hear(event, data);
    for (const it of happened) visit.tell(it, about());
    if (happened.some((it) => TURNS.includes(it.what))) visit.keep(progress);
  });
  const end = () => {
    visit.keep(progress, { keepalive: true });
    return visit.terminate(about());
  };
  addEventListener("pagehide", end);
  if (visit.returnUrl) wayBack(lang, () => end().finally(() => location.assign(visit.returnUrl)));
  // A page that comes back from where the browser keeps such is over; the platform says what next.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}
