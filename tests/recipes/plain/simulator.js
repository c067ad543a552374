// Between a lesson and a platform that has a button over it to start, another to begin again, and
// waits for an answer. Nothing of this is secret, so that whoever frames the page may hear it.
const lesson = document.querySelector("mirror-pod");
const tell = (message) => parent.postMessage({ from: "pix", ...message }, "*");

lesson.addEventListener("ready", () => tell({ type: "init", autoLaunch: false, rebootable: true }));
lesson.addEventListener("resize", ({ detail }) => tell({ type: "height", height: detail.height }));
lesson.addEventListener("ended", () => tell({ answer: "seen" }));
addEventListener("message", ({ source, data }) => {
  if (source === parent && data === "launch") lesson.call("play");
});
