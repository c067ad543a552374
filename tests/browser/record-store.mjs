// A small learning platform with cmi5: it launches, gives a token once, and keeps statements and
// documents as a learning record store does. It answers a function (`fetch`) or a browser (`serve`).

import assert from "node:assert/strict";
import { createServer } from "node:http";

const CMI5 = "https://w3id.org/xapi/cmi5";
export const TOKEN = "c2VjcmV0OnRva2Vu";
const MOVE_ON = `${CMI5}/context/categories/moveon`;
const OWN = `${CMI5}/context/categories/cmi5`;
const SESSION = `${CMI5}/context/extensions/sessionid`;

export const ACTOR = { objectType: "Agent", account: { homePage: "https://course.example", name: "1625378" } };
export const ACTIVITY = "https://course.example/activities/7";
export const PUBLISHER = "https://pods.example/en/lessons/static-pods";

/** A page of a platform without a lesson. */
export const EMPTY = `<!doctype html><title>The course</title><link rel="icon" href="data:,">`;

export class RecordStore {
  /** `mode`, `returnURL`, `languages`, `token`: what it launches with; `refuses` makes it answer 401. */
  constructor({ mode = "Normal", returnURL, languages, isUsed = false, refuses = false } = {}) {
    this.statements = [];
    this.calls = [];
    this.refuses = refuses;
    this.isUsed = isUsed;
    this.registration = "760e3480-ba55-4991-94b0-01820dbd23a2";
    this.launches(mode, returnURL);
    this.preferences = languages && { languagePreference: languages, audioPreference: "on" };
    this.kept = {};
  }

  /** Another launch in the same registration: its own session and token. */
  launches(mode = "Normal", returnURL) {
    this.session = `session-${this.calls.length}`;
    this.isUsed = false;
    this.launchData = {
      contextTemplate: {
        contextActivities: { grouping: [{ objectType: "Activity", id: PUBLISHER }] },
        extensions: { [SESSION]: this.session },
      },
      launchMode: mode,
      launchMethod: "AnyWindow",
      moveOn: "Completed",
      ...(returnURL && { returnURL }),
    };
  }

  /** The query of the address that a launch opens. */
  query(base) {
    return new URLSearchParams({
      fetch: `${base}/token?k=1`,
      endpoint: `${base}/xapi`,
      activityId: ACTIVITY,
      registration: this.registration,
      actor: JSON.stringify(ACTOR),
    });
  }

  /** Answers a request. */
  answer(method, address, headers, body) {
    const { pathname, searchParams } = new URL(address, "http://lms");
    this.calls.push(`${method} ${pathname}`);
    if (pathname === "/token") return this.#token(method);
    if (this.refuses || headers.authorization !== `Basic ${TOKEN}`) return [401, { error: "who is this?" }];
    if (headers["x-experience-api-version"] !== "1.0.3") return [400, { error: "no version" }];
    if (pathname === "/xapi/statements") return this.#takes(body);
    const asked = Object.fromEntries(searchParams);
    if (asked.agent !== JSON.stringify(ACTOR)) return [400, { error: "another agent" }];
    if (pathname === "/xapi/agents/profile") return this.preferences ? [200, this.preferences] : [404, {}];
    if (pathname !== "/xapi/activities/state") return [404, {}];
    if (asked.activityId !== ACTIVITY || asked.registration !== this.registration) return [404, {}];
    if (asked.stateId === "LMS.LaunchData") return method === "GET" ? [200, this.launchData] : [403, {}];
    if (method === "PUT") {
      this.kept[asked.stateId] = JSON.parse(body);
      return [204, null];
    }
    return asked.stateId in this.kept ? [200, this.kept[asked.stateId]] : [404, {}];
  }

  #token(method) {
    if (method !== "POST") return [405, {}];
    if (this.isUsed) return [200, { "error-code": "1", "error-text": "The token was taken already." }];
    this.isUsed = true;
    return [200, { "auth-token": TOKEN }];
  }

  #takes(body) {
    for (const it of [JSON.parse(body)].flat()) {
      const same = this.statements.find((other) => other.id === it.id);
      if (same) assert.deepEqual(it, same, "a statement that comes twice is the same");
      else this.statements.push(it);
    }
    return [200, []];
  }

  /** For a page that is run here. */
  get fetch() {
    return async (address, { method = "GET", headers = {}, body } = {}) => {
      const lower = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]));
      const [status, said] = this.answer(method, address, lower, body);
      return new Response(said === null ? null : JSON.stringify(said), { status });
    };
  }

  /** For a browser, on an origin of its own; `stop` it when done. */
  serve() {
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const part of request) body += part;
      response.setHeader("access-control-allow-origin", "*");
      response.setHeader("access-control-allow-headers", "authorization, content-type, x-experience-api-version");
      response.setHeader("access-control-allow-methods", "GET, POST, PUT");
      if (request.method === "OPTIONS") return response.writeHead(204).end();
      const { pathname } = new URL(request.url, "http://lms");
      if (pathname === "/course") return response.writeHead(200, { "content-type": "text/html" }).end(EMPTY);
      const [status, said] = this.answer(request.method, request.url, request.headers, body);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(said === null ? undefined : JSON.stringify(said));
    });
    return new Promise((done) => {
      server.listen(0, "127.0.0.1", () => {
        done({ url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() });
      });
    });
  }

  /** The verbs of the statements, in their order. */
  get verbs() {
    return this.statements.map((it) => it.verb.id.split("/").pop());
  }

  /** Sees to it that all statements of this session are as cmi5 wants them. */
  obeys() {
    const all = this.statements.filter((it) => it.context.extensions[SESSION] === this.session);
    assert.ok(all.length >= 2, "it has begun and ended");
    const isDefined = (it) => categories(it).includes(OWN);
    for (const it of all) {
      const verb = it.verb.id.split("/").pop();
      assert.match(it.id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      assert.deepEqual(it.actor, ACTOR);
      assert.match(it.timestamp, /Z$/);
      assert.equal(it.context.registration, this.registration);
      assert.ok(it.context.contextActivities.grouping.some(({ id }) => id === PUBLISHER), "the template's grouping");
      assert.equal(isDefined(it), ["initialized", "completed", "terminated"].includes(verb), verb);
      assert.equal(categories(it).includes(MOVE_ON), verb === "completed", verb);
      assert.equal(it.result?.completion, verb === "completed" ? true : undefined);
      assert.equal(it.result?.success, undefined);
      assert.equal(it.result?.score, undefined);
      if (isDefined(it)) assert.equal(it.object.id, ACTIVITY);
      if (["completed", "terminated"].includes(verb)) assert.match(it.result.duration, /^PT(\d+H)?(\d+M)?[\d.]+S$/);
    }
    const times = all.map((it) => Date.parse(it.timestamp));
    assert.deepEqual(times, [...new Set(times)].sort((a, b) => a - b), "each later than the one before");
    const defined = all.filter(isDefined).map((it) => it.verb.id);
    assert.equal(new Set(defined).size, defined.length, "no verb twice");
    assert.match(all[0].verb.id, /initialized$/);
    assert.match(all.at(-1).verb.id, /terminated$/);
    assert.ok(this.verbs.filter((it) => it === "completed").length <= 1, "once in a registration");
  }
}

const categories = (it) => [it.context.contextActivities.category ?? []].flat().map(({ id }) => id);
