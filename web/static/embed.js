// mirrorpod in your own page. Two things, and no more: frames of this server get the height that
// their content wants, and <mirror-pod lesson="static-pods" lang="fr"> is such a frame.
// Licensed under Apache-2.0; use it in any page.
(() => {
  const home = new URL(".", document.currentScript.src).href;
  const ours = (frame) => frame.src.startsWith(home + "embed/");
  const frames = () => {
    const all = [...document.querySelectorAll("iframe")];
    for (const it of document.querySelectorAll("mirror-pod")) if (it.frame) all.push(it.frame);
    return all.filter(ours);
  };

  // A frame in a sandbox has no origin: it is known by its window.
  addEventListener("message", ({ source, data }) => {
    const frame = data && frames().find((it) => it.contentWindow === source);
    if (!frame) return;
    if (data.subject === "lti.frameResize" && data.height > 0) {
      frame.style.aspectRatio = "auto";
      frame.style.height = data.height + "px";
    }
    const element = frame.getRootNode().host;
    if (element?.frame && data.context === "mirrorpod" && data.event) {
      if (data.event === "ready") for (const it of data.data.events) element.call("addEventListener", it);
      element.dispatchEvent(new CustomEvent(data.event, { detail: data.data }));
    }
  });

  // Frames that were there before this script have told their height already: once more, please.
  for (const it of frames()) {
    it.contentWindow.postMessage({ context: "mirrorpod", version: 1, method: "addEventListener", value: "resize" }, "*");
  }

  const OPTIONS = ["lang", "step", "t", "autoplay", "speed", "captions", "theme", "controls", "motion", "keys", "lock", "from", "to", "questions"];
  if (customElements.get("mirror-pod")) return;
  customElements.define("mirror-pod", class extends HTMLElement {
    connectedCallback() {
      if (this.frame) return;
      const asked = new URLSearchParams();
      for (const name of OPTIONS) if (this.hasAttribute(name)) asked.set(name, this.getAttribute(name));
      asked.set("parent", location.origin);
      const frame = (this.frame = document.createElement("iframe"));
      frame.src = `${home}embed/${encodeURIComponent(this.getAttribute("lesson"))}?${asked}`;
      frame.title = this.getAttribute("title") || this.textContent.trim() || "mirrorpod";
      frame.loading = "lazy";
      frame.allow = "fullscreen; clipboard-write";
      frame.referrerPolicy = "no-referrer";
      frame.setAttribute("sandbox", "allow-scripts allow-popups");
      Object.assign(frame.style, { display: "block", width: "100%", aspectRatio: "16/10", minHeight: "320px", border: 0 });
      // What the element holds is for readers without script; the frame takes its place.
      this.style.display = "block";
      this.attachShadow({ mode: "open" }).append(frame);
    }
    // element.call("seek", {step: "delete"})
    call(method, value) {
      this.frame.contentWindow.postMessage({ context: "mirrorpod", version: 1, method, value }, "*");
    }
  });
})();
