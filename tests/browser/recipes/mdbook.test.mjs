// mdBook, with its own themes.

import { handbook } from "./handbook.mjs";

await handbook("mdbook", {
  element: "/static-pods",
  frame: "/frame",
  // The list stays open until somebody looks elsewhere.
  turn: async (page, theme) => {
    const choice = page.locator(`#mdbook-theme-${{ light: "light", dark: "navy" }[theme]}`);
    if (!(await choice.isVisible())) await page.locator("#mdbook-theme-toggle").click();
    await choice.click();
  },
});
