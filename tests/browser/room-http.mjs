// A room as a program sees it: opened, driven, watched and asked over HTTP, without a browser.

import assert from "node:assert/strict";

import { URL_BASE } from "./launch.mjs";

/** The lesson that rooms are opened for. */
export const LESSON = "static-pods";

/** Says something to the server, as a program would; gives status and JSON. */
export async function call(path, { body, token, tab, method } = {}) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (tab) headers["x-tab"] = tab;
  const answer = await fetch(URL_BASE + path, {
    method: method ?? (body ? "POST" : "GET"),
    headers,
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type") === "application/json";
  return { status: answer.status, text, json: isJson ? JSON.parse(text) : null };
}

/** A new room: its session, code and token. */
export async function newRoom(lesson = LESSON) {
  const { status, json } = await call("/api/rooms", { body: { lesson } });
  assert.equal(status, 201);
  return json;
}

/** A stream that stays open until it is closed, whatever it says. */
async function stream(path, headers = {}) {
  const abort = new AbortController();
  const answer = await fetch(URL_BASE + path, { headers, signal: abort.signal });
  assert.equal(answer.status, 200, path);
  // What is not read would hold the server up.
  answer.body.pipeTo(new WritableStream()).catch(() => {});
  return () => abort.abort();
}

/** Somebody who presents a room without a page of their own. */
export class Presenter {
  constructor(room) {
    this.room = room;
    this.open = [];
  }

  /** Sits down: the room has its presenter. */
  async sit() {
    const { session, token } = this.room;
    const headers = { authorization: `Bearer ${token}`, "x-tab": "pictures" };
    this.desk = await stream(`/api/rooms/${session}/desk`, headers);
    this.open.push(this.desk);
    return this;
  }

  /** Does something only the presenter may: `stage`, `pointer`, `question`. */
  async say(what, body) {
    const { session, token } = this.room;
    const answer = await call(`/api/rooms/${session}/${what}`, { body, token, tab: "pictures" });
    assert.ok(answer.status < 300, `${what}: ${answer.status} ${answer.text}`);
    return answer.json;
  }

  /** So many viewers come, of these languages: `{ en: 7, fr: 3 }`. Each has a name of its own. */
  async audience(languages, exploring = 0) {
    const { code } = this.room;
    let n = 0;
    for (const [lang, many] of Object.entries(languages)) {
      for (let one = 0; one < many; one += 1) {
        const explores = n < exploring ? 1 : 0;
        const query = `lang=${lang}&viewer=viewer-${n}&exploring=${explores}`;
        this.open.push(await stream(`/api/rooms/${code}/events?${query}`));
        n += 1;
      }
    }
  }

  /** Answers of viewers to a question: how many choose the first answer, the second, … */
  async answers(question, counts) {
    for (const [choice, many] of counts.entries()) {
      for (let one = 0; one < many; one += 1) {
        const body = { question, choice, voter: `voter-${choice}-${one}` };
        const { status } = await call(`/api/rooms/${this.room.code}/answers`, { body });
        assert.equal(status, 202);
      }
    }
  }

  /** Leaves the desk; the audience stays. */
  rise() {
    this.desk();
  }

  /** Everybody leaves. */
  leave() {
    for (const close of this.open) close();
  }
}
