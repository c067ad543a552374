// Loads the page again when the server has been built anew. Only `cargo xtask dev` serves this.
(() => {
  const { stamp } = document.currentScript.dataset;

  const ask = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch("/dev/stamp", { cache: "no-store" });
      // The fragment stays, and with it the moment that it names.
      if (answer.ok && (await answer.text()) !== stamp) location.reload();
    } catch {
      // The server is being started; it answers again in a moment.
    }
  };

  setInterval(ask, 1000);
  // After a while elsewhere, the first look back should be at the newest page.
  document.addEventListener("visibilitychange", ask);
})();
