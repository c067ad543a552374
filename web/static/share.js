// Writes down what puts a lesson into somebody's own page, as it is chosen, and shows it.
const form = document.getElementById("share");
const preview = document.getElementById("preview");
const { frame, page, poster, script, name, copied } = form.dataset;
const OPTIONS = ["lang", "step", "theme", "controls", "lock", "questions", "autoplay"];

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

/** What was chosen, by name. */
function chosen() {
  const all = new FormData(form);
  return OPTIONS.map((it) => [it, all.get(it)]).filter(([, value]) => value);
}

function code(kind, asked) {
  const query = new URLSearchParams(asked);
  const step = query.get("step");
  const there = page.replace(/\/\w+\/lessons\//, `/${query.get("lang")}/lessons/`) + (step ? `#step=${step}` : "");
  const picture = poster.replace(/\/[\w-]+\.svg\?lang=\w+/, (it) => (step ? `/${step}.svg` : it.split("?")[0]) + `?lang=${query.get("lang")}`);
  const iframe = `<iframe src="${escaped(`${frame}?${query}`)}" title="${escaped(name)}"
  width="100%" style="aspect-ratio:16/10;border:0;min-height:320px" loading="lazy"
  allow="fullscreen; clipboard-write" referrerpolicy="no-referrer"
  sandbox="allow-scripts allow-popups"></iframe>`;
  const tag = `<script async src="${script}"></script>`;
  const lesson = frame.split("/").pop();
  const attributes = asked.map(([it, value]) => ` ${it}="${escaped(value)}"`).join("");
  return {
    frame: iframe,
    high: `${iframe}\n${tag}`,
    element: `<mirror-pod lesson="${lesson}"${attributes}>\n  <a href="${escaped(there)}">${escaped(name)}</a>\n</mirror-pod>\n${tag}`,
    markdown: `[![${name}](${picture})](${there})`,
    moving: `[![${name}](${picture.replace("/poster/", "/moving/")}&theme=${query.get("theme") ?? "auto"})](${there})`,
  }[kind];
}

function show() {
  const asked = chosen();
  form.elements.code.value = code(form.elements.kind.value, asked);
  const src = `${new URL(frame).pathname}?${new URLSearchParams(asked)}`;
  if (preview.getAttribute("src") !== src) preview.src = src;
}

form.addEventListener("change", show);
form.elements.copy.addEventListener("click", async () => {
  const field = form.elements.code;
  field.select();
  // Without the right to the clipboard the text is selected, to be copied by hand.
  const done = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  form.elements.copied.value = done ? copied : "";
});
// A frame tells the height that its picture wants.
addEventListener("message", ({ source, data }) => {
  const high = source === preview.contentWindow && data?.subject === "lti.frameResize";
  if (high) preview.height = data.height;
});
// It may have told it before anybody listened here.
const again = { context: "mirrorpod", version: 1, method: "addEventListener", value: "resize" };
preview.contentWindow.postMessage(again, "*");
// The moment from which one came is where it begins.
const step = new URLSearchParams(location.hash.slice(1)).get("step");
if (step && [...form.elements.step.options].some((it) => it.value === step)) form.elements.step.value = step;
show();
