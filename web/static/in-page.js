// The clusters of a page with no server behind it. The page's program speaks to this as it would to
// a server, and the engine's own module answers. What was done to a cluster is kept in the tab, so
// that a page that is loaded again goes on with it; where nothing may be stored, it begins anew.
const player = document.getElementById("player");
const at = (name) => new URL(player.dataset[name], location.href);
const KEPT = "mirrorpod.log.";
// Time is let run at most so often, and looked after at least so often, in milliseconds.
const PACE = 25;
const LOOK = 5000;

const engine = load();
// The program asks again and says so; this is for developers.
engine.catch((error) => console.error(error));
const listeners = new Map();
const timers = new Map();

async function load() {
  const [{ default: start, InPage }, lines] = await Promise.all([
    import(at("engineJs")),
    fetch(at("lines")).then((answer) => answer.text()),
  ]);
  await start({ module_or_path: at("engineWasm") });
  const clusters = new InPage();
  for (const line of lines.split("\n")) if (line) clusters.learn(line);
  return clusters;
}

globalThis.mirrorpodInPage = {
  // Answers with a status and a text; a status of 0 is no answer.
  request(method, url, body, then) {
    engine.then((it) => answer(it, method, url, body)).then((it) => then(it.status, it.text), () => then(0, ""));
  },

  // Tells with a status and server-sent events as text, until the function that it returns is called.
  listen(url, tell) {
    const asked = new URL(url, location.href);
    const id = asked.pathname.split("/").at(-2);
    const own = { id, tell };
    engine.then((it) => open(it, own, Number(asked.searchParams.get("after")) || 0), () => tell(0, ""));
    return () => {
      own.tell = () => {};
      if (own.reading) engine.then((it) => it.stop(own.reading));
      listeners.get(id)?.delete(own);
    };
  },
};

async function answer(it, method, url, body) {
  const [, , , id, what] = new URL(url, location.href).pathname.split("/");
  if (method === "POST" && !id) {
    const fork = JSON.parse(body).fork?.id;
    if (fork) find(it, fork);
    const name = newName();
    const begun = it.begin(name, body, Date.now());
    keep(it, name);
    return begun;
  }
  find(it, id);
  if (what === "situation") return it.situation(id);
  // As on a server, time has come to where it is before anything is done.
  while (it.advance(id, Date.now()) === 0) await undefined;
  const done = what === "clock" ? it.clock(id, body, Date.now()) : it.act(id, body, Date.now());
  keep(it, id);
  run(it, id);
  return done;
}

function open(it, own, after) {
  own.reading = find(it, own.id) ? it.listen(own.id, after) : undefined;
  if (own.reading === undefined) return own.tell(404, "");
  if (!listeners.has(own.id)) listeners.set(own.id, new Set());
  listeners.get(own.id).add(own);
  run(it, own.id);
}

// Lets a cluster's time run, tells its listeners, and comes back when there is more.
function run(it, id) {
  clearTimeout(timers.get(id));
  const heard = listeners.get(id);
  if (!heard?.size) return;
  const wait = it.advance(id, Date.now()) ?? LOOK;
  for (const own of [...heard]) {
    const text = it.tell(own.reading, Date.now());
    if (text) own.tell(200, text);
  }
  timers.set(id, setTimeout(() => run(it, id), Math.min(Math.max(wait, PACE), LOOK)));
}

// Whether there is such a cluster, now that it was brought back if it had been kept.
function find(it, id) {
  if (it.log(id) !== undefined) return true;
  try {
    const log = sessionStorage.getItem(KEPT + id);
    return log !== null && it.restore(id, log);
  } catch {
    return false;
  }
}

function keep(it, id) {
  try {
    const log = it.log(id);
    if (log !== undefined) sessionStorage.setItem(KEPT + id, log);
  } catch {
    // Storage is forbidden, or full.
  }
}

// 26 letters of a-z and 2-7, as a server's names are.
function newName() {
  const letters = "abcdefghijklmnopqrstuvwxyz234567";
  return [...crypto.getRandomValues(new Uint8Array(26))].map((it) => letters[it % 32]).join("");
}
