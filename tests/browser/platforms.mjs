// Learning platforms that packages are put into: one with SCORM 1.2, whose runtime is scorm-again, and
// a file server for cmi5, whose records are in record-store.mjs.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";

import { EMPTY } from "./record-store.mjs";

const RUNTIME = await readFile(createRequire(import.meta.url).resolve("scorm-again/scorm12/min"));

const KINDS = { css: "text/css", html: "text/html; charset=utf-8", js: "text/javascript", json: "application/json", svg: "image/svg+xml", wasm: "application/wasm", woff2: "font/woff2" };

/**
 * A page of a platform with the package in a frame. It keeps what the lesson reports, also when the
 * page is opened again, as `cmi` in the storage of its origin.
 */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A platform</title><link rel="icon" href="data:,">
<body style="margin:0"><script src="/runtime.js"></script><script>
window.calls = [];
const settings = { autocommit: false, logLevel: 5, lmsCommitUrl: false };
window.API = new Scorm12API(settings);
const kept = JSON.parse(localStorage.getItem("cmi") ?? "null");
if (kept) API.loadFromJSON({ ...kept, core: { ...kept.core, entry: "resume" } });
for (const name of ["LMSInitialize", "LMSFinish", "LMSCommit"]) {
  API.on(name, () => { calls.push(name); localStorage.setItem("cmi", JSON.stringify(API.renderCMIToJSONObject().cmi)); });
}
API.on("LMSSetValue.cmi.*", (name, value) => calls.push([name, value]));
</script>
<iframe id="sco" src="/package/scorm.html" title="The lesson" style="border:0;width:100%;height:100vh"></iframe></body></html>`;

/** Serves a package's files at `/package/`, and the platform's page at `/`; `stop` it when done. */
export function platform(files) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname);
    const own = { "/": ["html", PAGE], "/runtime.js": ["js", RUNTIME], "/empty": ["html", EMPTY] }[path];
    const name = path.replace("/package/", "");
    const [kind, body] = own ?? [name.split(".").pop(), files.get(name)];
    response.writeHead(body === undefined ? 404 : 200, { "content-type": KINDS[kind] ?? "application/octet-stream" });
    response.end(body);
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      done({ url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() });
    });
  });
}
