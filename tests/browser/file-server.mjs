// A plain file server, as there are many: it knows nothing of mirrorpod, sends no header of ours, and
// serves a folder below a path, so that whatever in it names an address of a server shows.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";

const KINDS = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

// Answers with the address of the folder, which ends without a slash, and with a function that ends
// the server.
export async function serveFolder(folder, { port = 0, below = "/some/where" } = {}) {
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url, "http://files.example");
    const refuse = (status, headers) => response.writeHead(status, headers).end();
    if (!pathname.startsWith(`${below}/`)) return refuse(404);
    const path = join(folder, normalize(decodeURIComponent(pathname.slice(below.length))));
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory() && !pathname.endsWith("/")) return refuse(301, { location: `${pathname}/${search}` });
    const file = found?.isDirectory() ? join(path, "index.html") : path;
    const { size } = (await stat(file).catch(() => null)) ?? {};
    if (size === undefined) return refuse(404);
    response.writeHead(200, {
      "content-type": KINDS[extname(file)] ?? "application/octet-stream",
      "content-length": size,
    });
    if (request.method === "HEAD") return response.end();
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  const end = () => new Promise((resolve) => server.close(resolve) && server.closeAllConnections());
  return { url: `http://127.0.0.1:${server.address().port}${below}`, end };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { url } = await serveFolder(process.argv[2], { port: Number(process.argv[3]) || 0 });
  console.log(url);
}
