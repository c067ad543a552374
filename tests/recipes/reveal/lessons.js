Reveal.initialize({ hash: true, width: 1280, height: 720, margin: 0.04 });

// A lesson is spoken to by messages.
const message = (more) => ({ context: "mirrorpod", version: 1, ...more });
function say(slide, more) {
  for (const { contentWindow } of slide?.querySelectorAll("iframe.lesson") ?? []) {
    contentWindow.postMessage(message(more), "*");
  }
}

// It stands still when its slide is left.
Reveal.on("slidechanged", ({ previousSlide }) => say(previousSlide, { method: "pause" }));

// A key of the deck plays it and stops it: how it stands is asked first.
Reveal.addKeyBinding(
  { keyCode: 13, key: "Enter", description: "Play the lesson on this slide, or stop it" },
  () => say(Reveal.getCurrentSlide(), { method: "getState", id: "key" }),
);
addEventListener("message", ({ source, data }) => {
  if (data?.context !== "mirrorpod" || data.id !== "key") return;
  source.postMessage(message({ method: data.result.playing ? "pause" : "play" }), "*");
});
