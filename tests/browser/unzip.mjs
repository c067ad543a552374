// Reads a ZIP archive: what a learning platform does with a package.

import assert from "node:assert/strict";
import { inflateRawSync } from "node:zlib";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const FILE = 0x04034b50;

/** The files of an archive, by path. */
export function unzip(bytes) {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  assert.ok(end >= 0 && bytes.readUInt32LE(end) === END, "it ends as an archive does");
  const files = new Map();
  let at = bytes.readUInt32LE(end + 16);
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n -= 1) {
    assert.equal(bytes.readUInt32LE(at), ENTRY);
    const [method, packed, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    const [name, extra, comment] = [28, 30, 32].map((it) => bytes.readUInt16LE(at + it));
    const path = bytes.toString("utf8", at + 46, at + 46 + name);
    const place = bytes.readUInt32LE(at + 42);
    assert.equal(bytes.readUInt32LE(place), FILE);
    const from = place + 30 + bytes.readUInt16LE(place + 26) + bytes.readUInt16LE(place + 28);
    const body = bytes.subarray(from, from + packed);
    const file = method === 8 ? inflateRawSync(body) : body;
    assert.equal(file.length, size, path);
    files.set(path, file);
    at += 46 + name + extra + comment;
  }
  return files;
}
