// Tells of a lesson in a frame of your page what somebody does with it, as xAPI statements. The frame
// itself tells only its own page, and only what that asks for; what becomes of it is yours to say:
//
//   import { bridge } from "https://HOST/bridge.js";
//   bridge(document.querySelector("iframe"), { onStatement: (it) => console.log(it) });
//
// Licensed under Apache-2.0; use it in any page.
import { connect } from "./connect.js";
import { Lrs } from "./lrs.js";
import { Progress } from "./progress.js";
import { statement } from "./statements.js";

/**
 * Makes statements of what happens in a frame. Options, all of which may be missing:
 * - `onStatement(statement)`: gets each,
 * - `lrs`: `{endpoint, auth}`, a store that each is sent to; `auth` is the whole Authorization header,
 * - `actor`: who is learning, an xAPI agent; an LRS wants one,
 * - `activity`: the id of the lesson's activity, instead of the address of its page,
 * - `title`, `names`: what the lesson and each step is called: `{en: "…"}`, `{delete: {en: "…"}}`.
 * Gives a function that ends it, which `pagehide` does as well.
 */
export function bridge(frame, { onStatement, lrs, actor, activity, title, names } = {}) {
  const { href, searchParams } = new URL(frame.src, document.baseURI);
  const progress = new Progress({ from: searchParams.get("from"), to: searchParams.get("to") });
  const failed = (status) => console.warn(`mirrorpod: the record store takes no statements (${status || "no answer"})`);
  const store = lrs && new Lrs({ ...lrs, failed });
  const began = Date.now();

  const about = () => {
    const { lesson, duration } = progress.state;
    // The same activity in every language.
    const home = activity ?? `${href.split("/embed/")[0]}/en/lessons/${lesson}`;
    return { lesson: home, home, title, names, actor, length: duration, spent: Date.now() - began };
  };
  const stop = connect(frame, (event, data) => {
    for (const happened of progress.hear(event, data)) {
      if (progress.state === null) continue;
      const made = statement(happened, about());
      onStatement?.(made);
      store?.send(made);
    }
  });
  const end = () => {
    removeEventListener("pagehide", end);
    stop();
    if (progress.state === null) return;
    const made = statement({ what: "terminated" }, about());
    progress.state = null;
    onStatement?.(made);
    store?.last(made);
  };
  addEventListener("pagehide", end);
  return end;
}
