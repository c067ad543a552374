// Light, dark, or as the system is. A classic script in the head, so that the first paint has the
// right colours; every page has it.
(() => {
  const root = document.documentElement;
  const themes = ["auto", "light", "dark"];

  // Storage throws where the browser or an embedding page forbids it.
  const read = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  };
  const write = (theme) => {
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // The choice then lasts as long as the page.
    }
  };

  const stored = read();
  if (themes.includes(stored)) root.dataset.theme = stored;
  root.dataset.script = "";

  // A button may say its state in words: `data-auto`, `data-light` and `data-dark`.
  const name = (theme) => {
    for (const button of document.querySelectorAll('[data-act="theme"]')) {
      const word = button.dataset[theme];
      if (word) {
        button.setAttribute("aria-label", word);
        button.title = word;
      }
    }
  };

  document.addEventListener("DOMContentLoaded", () => name(root.dataset.theme || "auto"));
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest('[data-act="theme"]'))) return;
    const now = themes.indexOf(root.dataset.theme || "auto");
    const next = themes[(now + 1) % themes.length];
    root.dataset.theme = next;
    write(next);
    name(next);
  });
})();
