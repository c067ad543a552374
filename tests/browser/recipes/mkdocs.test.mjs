// MkDocs with the theme Material.

import { handbook } from "./handbook.mjs";

await handbook("mkdocs", {
  element: "/",
  frame: "/frame/",
  // The one button that is shown leads to the other scheme.
  turn: async (page, theme) => {
    await page.locator("label[for^=__palette]:visible").click();
    const scheme = { light: "default", dark: "slate" }[theme];
    await page.waitForFunction((it) => document.body.dataset.mdColorScheme === it, scheme);
  },
});
