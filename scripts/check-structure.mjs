// Checks rules that neither the compiler nor Biome can check: where a file is, its name, and its contents.
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { checkConsole } from "./structure/console.mjs";
import { checkEverywhere } from "./structure/everywhere.mjs";
import { checkRooms } from "./structure/rooms.mjs";
import { readTree } from "./structure/source.mjs";

const folders = ["packages", "apps", "scripts"];

/** Returns all problems under the root, as `{ path, line?, says }`. */
export function checkStructure(root) {
  const files = readTree(root, folders);
  return [...checkRooms(files, coreDoors(root)), ...checkConsole(files), ...checkEverywhere(files)];
}

function coreDoors(root) {
  const manifest = join(root, "packages/core/package.json");
  if (!existsSync(manifest)) return new Set();
  const { exports = {} } = JSON.parse(readFileSync(manifest, "utf8"));
  return new Set(Object.values(exports).map((file) => posix.join("packages/core", file)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const findings = checkStructure(fileURLToPath(new URL("..", import.meta.url)));
  for (const { path, line, says } of findings)
    console.error(`${path}${line ? `:${line}` : ""}\n  ${says}`);
  if (findings.length)
    console.error(`\n${findings.length} to mend. The reasons: docs/architecture.md`);
  process.exitCode = findings.length ? 1 : 0;
}
