// The first script of the player in a frame, and a classic one: it runs wherever scripts do, also
// where the frame has no origin of its own. It puts the asked-for colours on before anything is
// drawn, starts the program, and tells the page around the frame its height, and why there is no
// program if there is none. The program tells everything else.
(() => {
  const root = document.documentElement;
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  const host = parent === window ? null : parent;
  const post = (message) => host?.postMessage(message, "*");
  const tell = (event, data) => post({ context: "mirrorpod", version: 1, event, data });

  if (["light", "dark"].includes(asked.theme)) root.dataset.theme = asked.theme;
  root.dataset.script = "";

  document.addEventListener("DOMContentLoaded", async () => {
    const player = document.getElementById("player");
    // In an export each language is a page of its own, and no server chooses one.
    const lang = asked.lang?.split("-")[0].toLowerCase() ?? root.lang;
    const other = lang !== root.lang && player.getAttribute(`data-in-${lang}`);
    if (other) return location.replace(new URL(other + location.search + location.hash, location.href));
    player.dataset.asked = JSON.stringify(asked);
    if (["full", "mini", "none"].includes(asked.controls)) player.dataset.controls = asked.controls;
    heights(player);
    events(player);
    try {
      const held = await globalThis.mirrorpodHeld?.(player);
      // In a sandbox a script has no address that others could be relative to.
      const { default: start } = await import(held?.js ?? new URL(player.dataset.js, location.href));
      await start({ module_or_path: held?.wasm ?? player.dataset.wasm });
    } catch (error) {
      console.error(error);
      fail(player, error);
    }
  });

  // The poster stays; the note and the page around the frame say why.
  function fail(player, error) {
    root.dataset.player = "failed";
    const words = JSON.parse(document.getElementById("words").textContent);
    const line = document.createElement("p");
    line.textContent = words.ui["note.program"];
    player.querySelector("[data-part=note]").replaceChildren(line);
    tell("error", { code: "program", message: String(error?.message ?? error) });
  }

  // The height at which the picture has the proportions it was drawn in. It depends on the width
  // alone, so that a frame that follows it comes to rest. Told in three ways, for three kinds of
  // host: learning platforms, pages with H5P's resizer, and whoever listens to us.
  function heights(player) {
    const stage = player.querySelector("[data-part=stage]");
    const caption = player.querySelector(".caption");
    let told = 0;
    let listens = false;
    let resizer = false;
    const wanted = () => {
      // With what a low frame leaves out.
      root.dataset.measured = "";
      const svg = [...stage.querySelectorAll("svg")].find((it) => it.clientWidth > 0);
      const { width, height } = svg?.viewBox.baseVal ?? { width: 1200, height: 470 };
      const style = getComputedStyle(stage);
      const sides = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
      const edges = stage.offsetHeight - stage.clientHeight + parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
      const picture = ((stage.clientWidth - sides) * height) / width + edges;
      const whole = Math.ceil(player.scrollHeight - stage.offsetHeight + picture);
      delete root.dataset.measured;
      return whole;
    };
    const show = () => {
      const height = wanted();
      if (Math.abs(height - told) < 1) return;
      told = height;
      post({ subject: "lti.frameResize", height });
      if (resizer) post({ context: "h5p", action: "prepareResize", scrollHeight: height, clientHeight: height });
      if (listens) tell("resize", { width: player.offsetWidth, height });
    };
    const again = () => {
      told = 0;
      show();
    };
    addEventListener("message", ({ source, data }) => {
      if (source !== host || !data) return;
      if (data.context === "h5p") {
        if (data.action === "ready") post({ context: "h5p", action: "hello" });
        if (data.action === "hello") resizer = true;
        if (data.action === "hello" || data.action === "resize") again();
        if (data.action === "resizePrepared") post({ context: "h5p", action: "resize", scrollHeight: told, clientHeight: told });
      } else if (data.context === "mirrorpod" && data.value === "resize") {
        listens = data.method === "addEventListener";
        if (listens) again();
      }
    });
    post({ context: "h5p", action: "hello" });
    // In a task of its own: by then what changed is drawn.
    const soon = () => setTimeout(show);
    const observer = new ResizeObserver(soon);
    for (const part of [player, caption]) observer.observe(part);
    // Another composition has other proportions, and a program brings buttons.
    const changes = new MutationObserver(soon);
    changes.observe(player, { attributeFilter: ["data-size", "data-captions"] });
    changes.observe(root, { attributeFilter: ["data-player"] });
    // A frame that nobody sees yet is not drawn, so nothing is observed in it; its height is wanted
    // all the same, lest the page move when somebody comes to it.
    show();
    addEventListener("load", show);
  }

  // What happens in the cluster, one message for each entry, for whoever asks: read from the
  // recording that the program plays.
  function events(player) {
    let entries;
    let seen = 0;
    let watch;
    const show = async () => {
      const now = Number(player.dataset.entry) || 0;
      const from = seen;
      seen = now;
      const all = await entries;
      for (const { id, at, cause, event } of all.slice(from, Math.max(from, now))) {
        const [kind] = Object.keys(event);
        tell("simevent", { seq: id, t: at, kind, object: event[kind], cause: cause ?? null });
      }
    };
    addEventListener("message", ({ source, data }) => {
      if (source !== host || data?.context !== "mirrorpod" || data.value !== "simevent") return;
      watch?.disconnect();
      if (data.method !== "addEventListener") return;
      entries ??= fetch(player.dataset.recording)
        .then((answer) => answer.text())
        .then((text) => text.trim().split("\n").map((line) => JSON.parse(line).entry).filter(Boolean));
      seen = Number(player.dataset.entry) || 0;
      watch = new MutationObserver(show);
      watch.observe(player, { attributeFilter: ["data-entry"] });
    });
  }
})();
