// A learning record store as a page reaches it (xAPI 1.0.3): statements one after the other, in the
// order in which they were made, and documents.
// Licensed under Apache-2.0; use it in any page.

/** A statement that cannot be sent now waits for the next one; more than these are not kept. */
const MOST = 200;

export class Lrs {
  /**
   * `endpoint`: where it is; `auth`: the whole Authorization header; `failed`: a function that is told,
   * once, that statements are not taken: with the status, or 0 where nobody answers.
   */
  constructor({ endpoint, auth, failed = () => {}, fetch = (...all) => globalThis.fetch(...all) }) {
    this.endpoint = endpoint.replace(/\/*$/, "/");
    this.auth = auth;
    this.fetch = fetch;
    this.waiting = [];
    this.sending = null;
    this.failed = (status) => {
      this.failed = () => {};
      failed(status);
    };
  }

  /** Sends a statement after all that wait. The promise is kept when nothing waits any more. */
  send(statement) {
    if (this.waiting.length < MOST) this.waiting.push(statement);
    this.sending ??= this.#empty().finally(() => {
      this.sending = null;
    });
    return this.sending;
  }

  /**
   * Sends the last statement, with all that wait, in a request that outlives the page. What is on its
   * way goes once more: the same statement twice is one.
   */
  last(statement) {
    const all = [...this.waiting, statement];
    this.waiting = [];
    return this.#post(all, { keepalive: true }).then(() => {}, () => this.failed(0));
  }

  async #empty() {
    while (this.waiting.length > 0) {
      const some = [...this.waiting];
      const answer = await this.#post(some).catch(() => null);
      const status = answer?.status ?? 0;
      if (!answer?.ok) this.failed(status);
      // Nobody there, or busy: another try with the next statement. What is refused stays refused.
      if (status === 0 || status === 429 || status >= 500) return;
      this.waiting = this.waiting.filter((it) => !some.includes(it));
    }
  }

  #post(statements, more = {}) {
    return this.fetch(`${this.endpoint}statements`, {
      method: "POST",
      headers: this.#headers({ "Content-Type": "application/json" }),
      body: JSON.stringify(statements.length === 1 ? statements[0] : statements),
      ...more,
    });
  }

  /** A document, as `activities/state`; `null` where there is none. Fails with the status. */
  async document(resource, query) {
    const answer = await this.fetch(this.#address(resource, query), { headers: this.#headers(), cache: "no-store" });
    if (answer.status === 404 || answer.status === 204) return null;
    if (!answer.ok) throw Object.assign(new Error(`${resource}: ${answer.status}`), { status: answer.status });
    return answer.json().catch(() => null);
  }

  /** Keeps a document. That it could not be kept harms nothing but the next visit. */
  keep(resource, query, document, more = {}) {
    const headers = this.#headers({ "Content-Type": "application/json" });
    const request = { method: "PUT", headers, body: JSON.stringify(document), ...more };
    return this.fetch(this.#address(resource, query), request).then((it) => it.ok, () => false);
  }

  #address(resource, query) {
    return `${this.endpoint}${resource}?${new URLSearchParams(query)}`;
  }

  #headers(more = {}) {
    const headers = { "X-Experience-API-Version": "1.0.3", ...more };
    return this.auth ? { Authorization: this.auth, ...headers } : headers;
  }
}
