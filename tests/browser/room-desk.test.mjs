// The desk: who may sit there, and everything by keyboard, clicker and phone.

import assert from "node:assert/strict";

import { PHONE, WIDE, playerReady } from "./launch.mjs";
import { LESSON, call } from "./room-http.mjs";
import {
  STILL, check, place, state, tabTo, untilDesk, untilFollow, untilRest, untilRoom,
} from "./rooms.mjs";

const note = (page) => page.locator("[data-part=note]");

check("a reload takes control back, and viewers see a quiet banner meanwhile", async (meeting) => {
  await meeting.present();
  const viewer = await meeting.watch("wide", "en", { context: STILL });
  await meeting.press("n", "n");
  await untilRest(viewer, 1);
  await meeting.desk.goto("about:blank");
  await viewer.locator("[data-banner=presenter-lost]").waitFor();
  assert.equal((await place(viewer)).beat, 1, "the picture stays");
  await meeting.desk.goBack();
  await untilDesk(meeting.desk);
  await viewer.locator("[data-banner]").waitFor({ state: "detached" });
  await meeting.desk.reload();
  // What is pressed before the lesson is here is done when it is.
  await untilRoom(meeting.desk, { drives: "true" });
  await meeting.press("n");
  await untilRest(viewer, 2);
});

check("the token leaves the address at once, and stays in the window", async (meeting) => {
  const { session, token } = meeting.room;
  await meeting.present();
  assert.equal(new URL(meeting.desk.url()).hash, "");
  assert.ok(!meeting.desk.url().includes(token));
  const kept = await meeting.desk.evaluate(() => ({ ...sessionStorage }));
  assert.ok(Object.values(kept).includes(token), "for a reload");
  const elsewhere = await meeting.desk.evaluate(() => JSON.stringify({ ...localStorage }));
  assert.ok(!elsewhere.includes(token) && !(await meeting.desk.content()).includes(token));
  assert.ok(meeting.desk.url().endsWith(`/en/present/${session}`));
});

check("a second window must take over, and then the first one only looks on", async (meeting) => {
  const { session, token } = meeting.room;
  await meeting.present();
  const viewer = await meeting.watch("wide", "en", { context: STILL });
  await meeting.press("n");
  await untilRest(viewer, 0);
  const path = `/en/present/${session}#${token}`;
  const expects = ["409"];
  const second = await meeting.come("second", path, { of: meeting.desk, expects });
  await untilRoom(second, { drives: "false" });
  await second.locator("[data-act=take-over]").waitFor();
  await second.keyboard.press("n");
  await viewer.waitForTimeout(400);
  assert.equal((await place(viewer)).beat, 0, "its keys do nothing");
  await untilDesk(meeting.desk);
  await second.locator("[data-act=take-over]").click();
  await untilDesk(second);
  await untilRoom(meeting.desk, { drives: "false" });
  await second.keyboard.press("n");
  await untilRest(viewer, 1);
  await meeting.desk.locator("[data-act=take-over]").waitFor();
});

check("a copied window is another one", async (meeting) => {
  await meeting.present();
  const [copy] = await Promise.all([
    meeting.desk.context().waitForEvent("page"),
    meeting.desk.evaluate(() => window.open(location.href, "_blank")),
  ]);
  meeting.people.push(copy);
  await copy.locator("[data-act=take-over]").waitFor();
  await untilRoom(copy, { drives: "false" });
  await untilDesk(meeting.desk);
});

check("the desk is handed over to somebody else, for good", async (meeting) => {
  await meeting.present();
  const viewer = await meeting.watch("wide", "en", { context: STILL });
  await meeting.press("n");
  await untilRest(viewer, 0);
  await meeting.press("h");
  const link = await meeting.desk.locator("dialog .link").inputValue();
  assert.match(link, /#offer=/);
  const { pathname, hash } = new URL(link);
  const other = await meeting.come("other", pathname + hash, { context: WIDE });
  await untilDesk(other);
  assert.equal(new URL(other.url()).hash, "");
  await note(meeting.desk).getByText("Somebody else presents now").waitFor();
  await untilRoom(meeting.desk, { drives: "false" });
  await other.keyboard.press("n");
  await untilRest(viewer, 1);
  const { session, token } = meeting.room;
  const body = { beat: 5 };
  const { status } = await call(`/api/rooms/${session}/stage`, { body, token, tab: "old" });
  assert.equal(status, 403, "the old token is worth nothing");
});

check("without the token the speaker view says what it needs, and shows no note", async (meeting) => {
  const page = await meeting.come("stranger", `/en/present/${meeting.room.session}`, {});
  await note(page).getByText("the link that the room was opened with").waitFor();
  assert.equal(await page.locator("[data-part=notes] .text").innerText(), "");
});

check("everything at the desk can be done by keyboard alone", async (meeting) => {
  await meeting.present();
  const viewer = await meeting.watch("wide", "en", { context: STILL });
  const { desk } = meeting;
  await meeting.press("ArrowRight");
  await untilRest(viewer, 0);
  await meeting.press("Space", "n");
  await untilRest(viewer, 2);
  await meeting.press("ArrowLeft");
  await untilRest(viewer, 1);
  await meeting.press("PageUp", "PageDown", "PageDown");
  await untilRest(viewer, 2);
  await meeting.press(".");
  await viewer.locator(".player[data-cover=black]").waitFor();
  await meeting.press("b");
  await viewer.locator(".player[data-cover]").waitFor({ state: "detached" });
  await meeting.press("m");
  await untilFollow(viewer, "locked");
  await meeting.press("m");
  await untilFollow(viewer, "following");
  await meeting.press("l", "Shift+ArrowRight", "Shift+ArrowDown");
  await viewer.waitForFunction(() => !document.querySelector(".pointer").hasAttribute("hidden"));
  await meeting.press("l");
  for (const [key, name] of [["q", "join"], ["o", "overview"], ["g", "go-to"]]) {
    await meeting.press(key);
    await desk.locator(`dialog.${name}[open]`).waitFor();
    await meeting.press("Escape");
    await desk.locator(`dialog.${name}`).waitFor({ state: "hidden" });
  }
  await meeting.press("g");
  // The dialog has the focus: Tab leads to its list.
  await desk.locator("dialog.go-to button[data-beat='3']").focus();
  await meeting.press("Enter");
  await untilRest(viewer, 3);
  await meeting.press("a");
  await viewer.locator("dialog.ask").waitFor();
  await meeting.press("a", "a");
  await viewer.locator("dialog.ask [data-right]").waitFor();
  await meeting.press("a");
  await viewer.locator("dialog.ask").waitFor({ state: "detached" });
  await meeting.press("v");
  assert.equal(await desk.locator("#player").getAttribute("data-layout"), "wide");
  await meeting.press("k");
  await untilRest(viewer, 4);
  await meeting.press("k");
});

check("keys alone open a room, present, and take over", async (meeting) => {
  const desk = await meeting.come("desk", "/en/lessons/static-pods", {});
  await tabTo(desk, "a[href$='/present']");
  await desk.keyboard.press("Enter");
  await desk.waitForURL("**/lessons/static-pods/present");
  await playerReady(desk);
  await tabTo(desk, "[data-act=open-room]");
  await desk.keyboard.press("Enter");
  await desk.waitForURL("**/en/present/*");
  await untilDesk(desk);
  const { code, session } = await desk.evaluate(() => ({ ...document.getElementById("room").dataset }));
  const viewer = await meeting.come("wide", `/en/watch/${code}`, { context: STILL });
  await desk.keyboard.press("ArrowRight");
  await untilRest(viewer, 0);
  await desk.keyboard.press("b");
  await viewer.locator(".player[data-cover=black]").waitFor();
  const token = await desk.evaluate((it) => sessionStorage.getItem(`token ${it}`), session);
  const path = `/en/present/${session}#${token}`;
  const second = await meeting.come("second", path, { of: desk, expects: ["409"] });
  await tabTo(second, "[data-act=take-over]");
  await second.keyboard.press("Enter");
  await untilDesk(second);
  await second.keyboard.press("b");
  await viewer.locator(".player[data-cover]").waitFor({ state: "detached" });
});

check("the keys are always in sight, in every layout, and work as buttons", async (meeting) => {
  await meeting.present();
  const { desk } = meeting;
  const viewer = await meeting.watch("wide", "en", { context: STILL });
  for (const layout of ["wide", "tall", "notes", "default"]) {
    await desk.locator("[data-part=keys] [data-act=layout]").click();
    assert.equal(await desk.locator("#player").getAttribute("data-layout"), layout);
    const keys = desk.locator("[data-part=keys] button:visible");
    assert.ok((await keys.count()) >= 15, layout);
  }
  await desk.locator("[data-part=keys] [data-act=next-beat]").click();
  await untilRest(viewer, 0);
  await desk.locator("[data-part=keys] [data-act=layout]").click();
  await desk.reload();
  await untilDesk(desk);
  assert.equal(await desk.locator("#player").getAttribute("data-layout"), "wide", "remembered");
});

check("notes follow the step, in the presenter's language, as large as wished", async (meeting) => {
  const { session, token } = meeting.room;
  const desk = await meeting.come("desk", `/fr/present/${session}#${token}`, {});
  meeting.desk = desk;
  await untilDesk(desk);
  await meeting.watch("wide", "en", { context: STILL });
  const notes = desk.locator("[data-part=notes] .text");
  await notes.getByText("plan de contrôle", { exact: false }).first().waitFor();
  const first = await notes.innerText();
  const size = () => notes.evaluate((it) => Number.parseFloat(getComputedStyle(it).fontSize));
  const before = await size();
  await desk.locator("[data-act=notes-larger]").click();
  assert.ok((await size()) > before);
  await desk.locator("[data-part=strip] [data-beat='3']").first().click();
  await untilRoom(desk, { beat: 3 });
  await desk.waitForFunction((old) => {
    const now = document.querySelector("[data-part=notes] .text").innerText;
    return now && now !== old;
  }, first);
  await desk.locator("[data-part=notes] h2", { hasText: "English 1" }).waitFor();
});

check("the time is told in words and shapes, and the plan can be changed", async (meeting) => {
  await meeting.present();
  const { desk } = meeting;
  const pace = desk.locator("[data-part=time] .pace");
  assert.equal(await pace.getAttribute("data-pace"), "waits");
  await desk.locator("[data-planned]").fill("20");
  await desk.locator(".of", { hasText: "20:00" }).waitFor();
  await meeting.desk.locator("h2").first().click();
  await meeting.press("n");
  await desk.locator("[data-pace=on-time]").waitFor();
  await desk.locator("[data-part=strip] .steps li:nth-child(5) button").click();
  await desk.locator("[data-pace=ahead]").waitFor();
  assert.match(await pace.innerText(), /▸▸ \d+:\d\d ahead/);
});

check("what comes next stands beside what is on, with its sentence", async (meeting) => {
  await meeting.present();
  await meeting.press("n");
  await untilRoom(meeting.desk, { beat: 0 });
  const next = meeting.desk.locator("[data-part=next]");
  await next.getByText("Now a Pod manifest lands there").waitFor();
  assert.ok((await next.locator("svg > *").count()) > 20);
  await meeting.press("n");
  await next.getByText("It reads the Pod").waitFor();
});

check("a question goes to everybody, and only numbers come back", async (meeting) => {
  await meeting.all({ motion: "reduce" });
  const { desk } = meeting;
  await desk.locator("[data-part=questions] [data-ask='0']").click();
  const choose = async (page, n) => {
    await page.locator(`dialog.ask [data-choice='${n}']`).click();
    await page.locator(`dialog.ask [data-choice='${n}'][aria-pressed=true]`).waitFor();
  };
  await choose(meeting.wide, 1);
  await choose(meeting.phone, 1);
  await choose(meeting.french, 0);
  await desk.locator("[data-part=questions] .total", { hasText: "3 answers" }).waitFor();
  const counts = () => desk.locator("[data-part=questions] .count").allInnerTexts();
  assert.deepEqual(await counts(), ["1", "2", "0"]);
  await choose(meeting.french, 1);
  await desk.waitForFunction(() => {
    const all = document.querySelectorAll("[data-part=questions] .count");
    return [...all].map((it) => it.textContent).join() === "0,3,0";
  });
  await desk.locator("[data-question=close]").click();
  await meeting.wide.locator("dialog.ask [data-choice='0']:disabled").waitFor();
  await desk.locator("[data-question=reveal]").click();
  await meeting.phone.locator("dialog.ask [data-right]").waitFor();
  await desk.locator("[data-question=clear]").click();
  for (const page of meeting.viewers) await page.locator("dialog.ask").waitFor({ state: "detached" });
});

check("what is done on stage is done for everybody, and the lesson can go on", async (meeting) => {
  await meeting.all({ motion: "reduce" });
  const { desk } = meeting;
  await desk.locator("[data-part=strip] .steps li:nth-child(3) button").click();
  await meeting.press("n", "n");
  await meeting.settled(8);
  const uid = () => meeting.wide.locator("#player").getAttribute("data-mirror-uid");
  const before = await uid();
  assert.match(before, /^[0-9a-f-]{36}$/);
  await desk.locator("[data-on-stage=delete]").click();
  for (const page of meeting.viewers) {
    await page.waitForFunction((old) => {
      const { mirrorUid } = document.getElementById("player").dataset;
      return /^[0-9a-f-]{36}$/.test(mirrorUid) && mirrorUid !== old;
    }, before, { timeout: 60_000 });
  }
  const now = await Promise.all(
    meeting.viewers.map((it) => it.locator("#player").getAttribute("data-mirror-uid")),
  );
  assert.equal(new Set(now).size, 1, "it came back, the same for all");
  await desk.locator("[data-on-stage=lesson]").click();
  await meeting.settled(8);
  assert.equal(await uid(), before, "the lesson goes on where it was left");
});

check("a room for a cluster of one's own begins where that stands", async (meeting) => {
  const after = 58;
  const { json: cluster } = await call("/api/clusters", { body: { lesson: LESSON, after } });
  const text = "kubectl label pod hello-static-pair-worker shown=yes";
  const path = `/api/clusters/${cluster.id}/inputs`;
  assert.equal((await call(path, { body: { text }, token: cluster.token })).status, 202);
  const { id, token } = cluster;
  meeting.room = (await call("/api/rooms", { body: { cluster: { id, token } } })).json;
  await meeting.present();
  const viewer = await meeting.watch("wide", "en", { context: STILL });
  await viewer.waitForFunction((after) => {
    const { entry } = document.getElementById("player").dataset;
    return Number(entry) > after;
  }, after);
  assert.equal(await meeting.desk.locator("[data-part=time] .pace").getAttribute("data-pace"), "waits");
  await meeting.press("ArrowLeft", "ArrowLeft");
  await viewer.waitForFunction((after) => {
    const { entry } = document.getElementById("player").dataset;
    return Number(entry) <= after;
  }, after);
});

check("a phone turns beats, darkens the picture and shows the notes", async (meeting) => {
  await meeting.present();
  const viewer = await meeting.watch("wide", "en", { context: STILL });
  await meeting.desk.locator("[data-act=remote]").click();
  const link = new URL(await meeting.desk.locator("dialog.remote .link").inputValue());
  assert.ok((await meeting.desk.locator("dialog.remote .qr svg").count()) === 1);
  const phone = await meeting.come("remote", link.pathname + link.hash, { context: PHONE });
  await untilDesk(phone);
  assert.equal(new URL(phone.url()).hash, "");
  await untilDesk(meeting.desk);
  await phone.locator("[data-act=next-beat]").click();
  await untilRest(viewer, 0);
  await phone.locator("[data-act=next-beat]").click();
  await untilRest(viewer, 1);
  await phone.locator("[data-act=prev-beat]").click();
  await untilRest(viewer, 0);
  await phone.locator(".where", { hasText: "beat 1 of 3" }).waitFor();
  assert.ok((await phone.locator("[data-part=notes] .text").innerText()).length > 60);
  await phone.locator("[data-act=black]").click();
  await viewer.locator(".player[data-cover=black]").waitFor();
  await phone.locator("[data-act=black]").click();
  for (const act of ["next-beat", "prev-beat"]) {
    const { width, height } = await phone.locator(`[data-act=${act}]`).boundingBox();
    assert.ok(width > 120 && height > 110, `${act} is ${width} by ${height}`);
  }
});

check("a lesson's page leads to a room in two presses", async (meeting) => {
  const page = await meeting.come("lesson", "/en/lessons/static-pods/present", {});
  await page.locator("[data-act=open-room]").click();
  await page.waitForURL("**/en/present/*");
  await untilDesk(page);
  assert.equal(new URL(page.url()).hash, "");
  assert.match(await page.locator("[data-part=join] .code").innerText(), /^\w{3}-\w{3}$/);
});

/** Notes whether the page keeps the screen awake. Runs before the page's own scripts. */
function watchTheScreen() {
  const lock = { release: async () => { window.screenIs = "free"; } };
  const request = async () => {
    window.screenIs = "kept awake";
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
}

check("when the room ends, everybody is free and can see it again", async (meeting) => {
  await meeting.present({ before: watchTheScreen });
  const options = { context: STILL, before: watchTheScreen };
  const viewer = await meeting.watch("wide", "en", options);
  const screens = (wanted) => Promise.all([meeting.desk, viewer].map((page) =>
    page.waitForFunction((wanted) => window.screenIs === wanted, wanted)));
  await screens("kept awake");
  await meeting.press("n");
  await untilRest(viewer, 0);
  await meeting.desk.locator("[data-act=end]").click();
  await meeting.desk.locator("[data-end]").click();
  await viewer.locator("[data-banner=over]").waitFor();
  await viewer.locator("[data-part=follow] a").waitFor();
  await note(meeting.desk).getByText("The room is over").waitFor();
  await screens("free");
  await viewer.locator("#player").focus();
  await viewer.keyboard.press("ArrowRight");
  const { follow } = await state(viewer);
  assert.equal(follow, "exploring");
});
