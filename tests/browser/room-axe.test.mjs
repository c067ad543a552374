// The pages of a room, looked at by axe-core: rules of WCAG 2.2 AA and best practice.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { PHONE, WIDE } from "./launch.mjs";
import { call } from "./room-http.mjs";
import { check, untilDesk, untilFollow, untilRest, untilRoom } from "./rooms.mjs";

// Run by the debugger, not by a script element: the page's policy forbids those, rightly.
const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** axe finds nothing on a page as it is now. */
async function isClean(page, what) {
  await page.evaluate(AXE);
  const { passes, violations } = await page.evaluate(() => axe.run(document));
  assert.ok(passes.length > 10, "axe looked at something");
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((it) => `${id}: ${it.target.join(" ")} — ${it.failureSummary.split("\n")[1]}`),
  );
  assert.deepEqual(found, [], what);
}

/** Closes the dialog at the desk: only then do its keys mean what they mean there. */
async function closeDialog(meeting) {
  await meeting.press("Escape");
  await meeting.desk.locator("dialog[open]").waitFor({ state: "detached" });
}

for (const colorScheme of ["light", "dark"]) {
  check(`axe finds nothing at the desk and its dialogs, ${colorScheme}`, async (meeting) => {
    await meeting.present({ context: { ...WIDE, colorScheme } });
    const { desk } = meeting;
    await meeting.press("n");
    await untilRoom(desk, { beat: 0 });
    await isClean(desk, "the desk");
    for (const layout of ["wide", "tall", "notes", "default"]) {
      await meeting.press("v");
      await isClean(desk, layout);
    }
    for (const key of ["q", "o", "h"]) {
      await meeting.press(key);
      await desk.locator("dialog[open]").waitFor();
      await isClean(desk, `the dialog of ${key}`);
      await closeDialog(meeting);
    }
    await desk.locator("[data-on-stage=more]").click();
    await isClean(desk, "all that can be done");
    await closeDialog(meeting);
    await meeting.press("b", "a");
    await desk.locator("[data-question=close]").waitFor();
    await isClean(desk, "dark, with a question");
    await desk.setViewportSize({ width: 390, height: 844 });
    await isClean(desk, "the desk on a phone");
  });

  for (const [name, context] of [["wide", WIDE], ["phone", PHONE]]) {
    check(`axe finds nothing on a viewer's page, ${name}, ${colorScheme}`, async (meeting) => {
      await meeting.present();
      const options = { context: { ...context, colorScheme, reducedMotion: "reduce" } };
      const viewer = await meeting.watch(name, "fr", options);
      await meeting.press("n");
      await untilRest(viewer, 0);
      await isClean(viewer, "following");
      await meeting.press("l", "b");
      await viewer.locator(".player[data-cover=black]").waitFor();
      await isClean(viewer, "dark");
      await meeting.press("w");
      await viewer.locator(".player[data-cover=white]").waitFor();
      await isClean(viewer, "light");
      await meeting.press("w", "m");
      await untilFollow(viewer, "locked");
      await isClean(viewer, "locked");
      await meeting.press("m");
      await untilFollow(viewer, "following");
      await viewer.locator("[data-act=explore]").click();
      await isClean(viewer, "exploring");
      await meeting.press("a");
      await viewer.locator("dialog.ask").waitFor();
      await isClean(viewer, "asked");
      // Answers that come after the question is closed are refused, so this one arrives first.
      const counted = viewer.waitForResponse((it) => it.url().endsWith("/answers"));
      await viewer.locator("[data-choice='0']").click();
      await counted;
      await meeting.press("a", "a");
      await viewer.locator("dialog.ask [data-right]").waitFor();
      await isClean(viewer, "answered");
    });
  }

  check(`axe finds nothing on the remote control, ${colorScheme}`, async (meeting) => {
    const { session, token } = meeting.room;
    await meeting.present();
    const made = await meeting.desk.locator("[data-act=remote]").click().then(async () => {
      return new URL(await meeting.desk.locator("dialog.remote .link").inputValue());
    });
    const context = { ...PHONE, colorScheme };
    const phone = await meeting.come("remote", made.pathname + made.hash, { context });
    await untilDesk(phone);
    await isClean(phone, "the remote control");
    const { status } = await call(`/api/rooms/${session}/notes?lang=en`, { token, tab: "t" });
    assert.equal(status, 200);
  });
}

check("axe finds nothing where a room is opened, joined, and seen again", async (meeting) => {
  const { session, code, token } = meeting.room;
  await isClean(await meeting.come("open", "/es/lessons/static-pods/present", {}), "opened");
  const dark = { context: { ...PHONE, colorScheme: "dark" } };
  await isClean(await meeting.come("open", "/fr/lessons/static-pods/present", dark), "dark");
  const still = { ...dark, still: true };
  await isClean(await meeting.come("join", "/en/watch?code=ABCDEF", still), "no such code");
  const { status } = await call(`/api/rooms/${session}/end`, { body: {}, token, tab: "t" });
  assert.equal(status, 202);
  await isClean(await meeting.come("replay", `/en/watch/${code}`, {}), "seen again");
});
