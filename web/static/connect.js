// Listens to a lesson in a frame of this page. Used by the bridge, and by packages for learning platforms.
// Licensed under Apache-2.0; use it in any page.

const EVENTS = ["play", "pause", "seeking", "seeked", "stepchange", "timeupdate", "ended", "predict"];

/** After these, where it stands is asked for. */
const TURNS = ["ready", "pause", "seeked", "stepchange", "ended"];

/** While it plays, where it stands is asked for this often, in milliseconds. */
const OFTEN = 5000;

const ASKED = "mirrorpod-bridge";

/**
 * Listens to a frame: `hear(event, data)` gets its events, and `hear("state", …)` how it stands, at
 * first and after whatever moved it. Gives a function that ends it.
 */
export function connect(frame, hear) {
  const post = (message) => frame.contentWindow?.postMessage({ context: "mirrorpod", version: 1, ...message }, "*");
  let asked = 0;
  const ask = () => {
    asked = performance.now();
    post({ id: ASKED, method: "getState" });
  };
  const begin = () => {
    for (const value of EVENTS) post({ method: "addEventListener", value });
    ask();
  };
  const listen = ({ source, data }) => {
    if (source !== frame.contentWindow || data?.context !== "mirrorpod") return;
    if (data.id === ASKED && data.result) return hear("state", data.result);
    if (typeof data.event !== "string") return;
    if (data.event === "ready") begin();
    hear(data.event, data.data);
    const isOld = data.event === "timeupdate" && performance.now() - asked > OFTEN;
    if (isOld || (TURNS.includes(data.event) && data.event !== "ready")) ask();
  };
  addEventListener("message", listen);
  // A player that was there before this script has said that it is ready already.
  begin();
  return () => removeEventListener("message", listen);
}
