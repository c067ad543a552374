// What the launch pages of both kinds of packages for learning platforms share: the lesson that they
// are about, the language of the learner, the frame, and the bar above it.

/** `id`, `steps`, `home`, `titles`, `names`, `frames` and `words`: what the page says it is about. */
export const lesson = JSON.parse(document.getElementById("package").textContent);

/** The first of these languages that the lesson speaks: `fr-CA` is `fr`; English where it speaks none. */
export function chosen(wanted) {
  const codes = wanted.filter(Boolean).flatMap((it) => String(it).split(","));
  const short = codes.map((it) => it.trim().toLowerCase().split(/[-_]/)[0]);
  return short.find((it) => it in lesson.frames) ?? "en";
}

/** In a window less high than this, in px, the picture needs the room of the lanes. */
const LOW = 720;

/** Shows the lesson, at a place or from the beginning; gives its frame. */
export function show(lang, place = {}) {
  document.documentElement.lang = lang;
  document.title = lesson.titles[lang];
  document.querySelector("h1").textContent = lesson.titles[lang];
  const frame = document.createElement("iframe");
  frame.title = lesson.words[lang].name;
  frame.allow = "fullscreen; clipboard-write";
  const query = new URLSearchParams(innerHeight < LOW ? { controls: "mini", ...place } : place);
  frame.src = `${lesson.frames[lang]}?${query}`;
  document.querySelector("main").append(frame);
  return frame;
}

/** Says above the lesson what is wrong: the key of a sentence. */
export function trouble(lang, key) {
  const line = document.getElementById("trouble");
  line.textContent = lesson.words[lang][key];
  line.hidden = false;
}

/** Offers the way back to the course; `leave` is done when somebody takes it. */
export function wayBack(lang, leave) {
  const button = document.getElementById("back");
  button.textContent = lesson.words[lang].back;
  button.hidden = false;
  button.addEventListener("click", () => {
    button.disabled = true;
    leave();
  });
}
