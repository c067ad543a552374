// Starts the browser that `cargo xtask` found, the same way for tests and pictures.

import { spawn } from "node:child_process";
import { createServer } from "node:net";

import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The same text in every run: no hinting, no subpixel colours.
  "--font-render-hinting=none",
  "--disable-lcd-text",
];

/** Where the server under test answers, without a slash at the end. */
export const URL_BASE = given("MIRRORPOD_URL");

/** Whether that is a plain file server with an export: what only mirrorpod's own can do is left out. */
export const ONLY_FILES = Boolean(process.env.MIRRORPOD_ONLY_FILES);

/** A window on a desk, and a phone. */
export const WIDE = { viewport: { width: 1440, height: 900 } };
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** How long a state may take to come about on a machine that has other things to do. */
export const PATIENCE_MS = 30_000;

/** Another server of the same program, which knows nothing of the first; `stop` it when done. */
export async function freshServer() {
  const port = await new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
  const listen = `127.0.0.1:${port}`;
  const args = ["serve", "--assets", given("MIRRORPOD_ASSETS"), "--listen", listen];
  const child = spawn(given("MIRRORPOD_PROGRAM"), args, { stdio: "ignore" });
  const url = `http://${listen}`;
  for (let tries = 0; !(await answers(url)); tries += 1) {
    if (child.exitCode !== null || tries > 300) throw new Error("the other server does not answer");
    await new Promise((done) => setTimeout(done, 100));
  }
  return { url, stop: () => child.kill() };
}

function answers(url) {
  return fetch(`${url}/healthz`).then((it) => it.ok, () => false);
}

/** A browser, with more flags if need be; close it when done. */
export function launch(...flags) {
  return chromium.launch({ executablePath: given("CHROMIUM"), args: [...FLAGS, ...flags] });
}

/**
 * Waits until the player of the page has drawn its first frame. When it cannot start, fails at once
 * with what the page says about it.
 */
export async function playerReady(page, timeout = 15_000) {
  const told = await page.waitForFunction(
    () => {
      const { player } = document.documentElement.dataset;
      return ["ready", "failed"].includes(player) ? player : null;
    },
    null,
    { timeout },
  );
  if ((await told.jsonValue()) !== "failed") return;
  const note = await page.locator("[data-part=note]").innerText();
  throw new Error(`the player cannot start, and the page says: ${note || "nothing"}`);
}

function given(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run this through cargo xtask`);
  return value;
}
