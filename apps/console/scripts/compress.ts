// Compresses the scripts and styles of a build once, so that the server need not compress at each request.
// The build runs this script.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Smaller files are not compressed, because they fit into one packet anyway. */
const LEAST_BYTES = 1024;

const folder = fileURLToPath(new URL("../.next/static/", import.meta.url));
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
  if (!/\.(js|css)$/.test(name)) continue;
  const content = readFileSync(folder + name);
  if (content.length < LEAST_BYTES) continue;
  writeFileSync(`${folder}${name}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  writeFileSync(`${folder}${name}.br`, brotliCompressSync(content));
}
