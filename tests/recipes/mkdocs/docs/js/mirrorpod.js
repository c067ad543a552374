// Lessons are light or dark as the site is, also when a reader switches it.
(() => {
  const follow = () => {
    const theme = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light";
    for (const lesson of document.querySelectorAll("mirror-pod")) {
      // What is no frame yet becomes one of this theme; a frame is told.
      lesson.setAttribute("theme", theme);
      if (lesson.frame) lesson.call("setTheme", theme);
    }
  };
  follow();
  document.addEventListener("ready", follow, true);
  new MutationObserver(follow).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
})();
