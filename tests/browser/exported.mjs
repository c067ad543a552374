// Exports the lesson, puts it on a plain file server, and runs specs of the lesson and the sandbox
// there: `node exported.mjs [SPEC…]`. They see to it that nothing else is asked for anything.
import { spawnSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { serveFolder } from "./file-server.mjs";

const specs = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "mirrorpod-export-"));
try {
  const args = ["export", "static-pods", "--out", folder, "--assets", process.env.MIRRORPOD_ASSETS];
  const { status } = spawnSync(process.env.MIRRORPOD_PROGRAM, args, { stdio: "inherit" });
  if (status !== 0) throw new Error("the export failed");
  const { url, end } = await serveFolder(join(folder, "site"));
  const env = { ...process.env, MIRRORPOD_URL: url, MIRRORPOD_EXPORT: folder, MIRRORPOD_ONLY_FILES: "1" };
  // A test runner that sees itself inside another one reports to that one instead.
  delete env.NODE_TEST_CONTEXT;
  const child = spawn(process.execPath, ["--test", "--test-concurrency=2", ...specs], { env, stdio: "inherit" });
  process.exitCode = await new Promise((done) => child.on("exit", (code) => done(code ?? 1)));
  await end();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
