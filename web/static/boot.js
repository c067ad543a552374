// Starts the page's program. Without it, or when it cannot start, the page stays as the server
// wrote it: complete pictures and captions.
const player = document.getElementById("player");

if (player?.dataset.js && player.dataset.wasm) {
  try {
    // From the page's address: a script's own is another.
    const { default: start } = await import(new URL(player.dataset.js, location.href));
    await start({ module_or_path: player.dataset.wasm });
  } catch (error) {
    console.error(error);
    document.documentElement.dataset.player = "failed";
    say(player);
  }
}

// The program cannot say why it is absent, so this script does, in the page's own words.
function say(player) {
  const note = player.querySelector('[data-part="note"]');
  const words = JSON.parse(document.getElementById("words")?.textContent || "{}");
  const text = words.ui?.["note.program"];
  if (!note || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  note.replaceChildren(line);
}
