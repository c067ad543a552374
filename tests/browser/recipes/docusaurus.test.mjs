// Docusaurus: a component in MDX, which its server and the browser write differently.

import { handbook } from "./handbook.mjs";

await handbook("docusaurus", {
  element: "/",
  frame: "/frame",
  // The button goes round: as the system has it, light, dark.
  turn: async (page, theme) => {
    for (let presses = 0; presses < 3; presses += 1) {
      if ((await page.evaluate(() => document.documentElement.dataset.theme)) === theme) return;
      await page.locator("[class*=toggleButton]:visible").click();
    }
  },
});
