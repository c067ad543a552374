// Pages of somebody else, on an origin of their own, with lessons in frames.

import { createServer } from "node:http";

import { URL_BASE } from "./launch.mjs";

/** A server of pages, by path; `stop` it when done. */
export function serve(pages) {
  return new Promise((done) => {
    const server = createServer((request, answer) => {
      const body = pages[new URL(request.url, "http://host").pathname];
      answer.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
      answer.end(body ?? "");
    });
    server.listen(0, "127.0.0.1", () => {
      const url = `http://127.0.0.1:${server.address().port}`;
      done({ url, stop: () => server.close() });
    });
  });
}

/** A course page. It keeps every message that reaches it, with the window it came from. */
export function course(body) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title><link rel="icon" href="data:,">
<body style="margin:0"><main><h1>A course</h1>${body}</main><script>
window.heard = [];
addEventListener("message", ({ data, source, origin }) => {
  const text = typeof data === "string" ? JSON.parse(data) : data;
  heard.push({ ...text, of: [...document.querySelectorAll("iframe")].findIndex((it) => it.contentWindow === source), origin });
});
window.say = (message, n = 0) => document.querySelectorAll("iframe")[n].contentWindow.postMessage(message, "*");
</script></body></html>`;
}

/** A frame of a lesson, as the snippet for course pages has it. */
export function frame(query = "", more = 'sandbox="allow-scripts allow-popups"') {
  return `<iframe src="${URL_BASE}/embed/static-pods?${query}" title="Static Pods, animation" width="100%"
    style="aspect-ratio:16/10;border:0;min-height:320px;display:block" ${more}></iframe>`;
}
