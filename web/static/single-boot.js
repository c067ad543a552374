// Starts a lesson that is one file: its facts and its program lie in it as text. It need not have an
// address of its own, so nothing is fetched from one.

// The language that the address asks for, or the reader's first. The page is written in one; the
// others lie beside it.
const wanted = new URLSearchParams(location.search).get("lang") ?? navigator.language;
const code = wanted.split("-")[0].toLowerCase();
const template = document.querySelector(`template[data-part="language"][lang="${CSS.escape(code)}"]`);
if (template) {
  const own = [...document.body.children].filter((it) => !it.matches("template, script:not(#words)"));
  for (const it of own) it.remove();
  document.body.prepend(template.content.cloneNode(true));
  document.documentElement.lang = code;
  document.title = template.dataset.title;
}

const player = document.getElementById("player");
try {
  const { js, wasm } = await globalThis.mirrorpodHeld(player);
  const { default: start } = await import(js);
  await start({ module_or_path: wasm });
} catch (error) {
  console.error(error);
  document.documentElement.dataset.player = "failed";
  const words = JSON.parse(document.getElementById("words").textContent);
  const line = document.createElement("p");
  line.textContent = words.ui["note.program"];
  player.querySelector("[data-part=note]").replaceChildren(line);
}
