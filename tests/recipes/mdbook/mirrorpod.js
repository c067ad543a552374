// Lessons are light or dark as the book is, also when a reader picks another theme.
(() => {
  const page = document.documentElement;
  const follow = () => {
    const dark = ["coal", "navy", "ayu"].some((name) => page.classList.contains(name));
    const theme = dark ? "dark" : "light";
    for (const lesson of document.querySelectorAll("mirror-pod")) {
      // What is no frame yet becomes one of this theme; a frame is told.
      lesson.setAttribute("theme", theme);
      if (lesson.frame) lesson.call("setTheme", theme);
    }
  };
  follow();
  document.addEventListener("ready", follow, true);
  new MutationObserver(follow).observe(page, { attributeFilter: ["class"] });
})();
