import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect } from "../connecting/connect.ts";

/**
 * The folder of the templates. All packages share it, and it stays between runs, because making a database
 * takes 7 s of processor time.
 */
const cache = fileURLToPath(new URL("../../node_modules/.cache/embedded", import.meta.url));
const migrations = fileURLToPath(new URL("../../migrations", import.meta.url));

/** Returns a directory with a migrated embedded database, to be copied and never opened. */
export async function embeddedTemplate(): Promise<string> {
  const current = fingerprint();
  const template = join(cache, current);
  if (existsSync(template)) return template;
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(`${template}-`);
  const open = await connect({ directory: making });
  await open.close();
  try {
    renameSync(making, template);
  } catch {
    // another worker has made the same template meanwhile
    rmSync(making, { recursive: true, force: true });
  }
  for (const name of readdirSync(cache))
    if (!name.startsWith(current)) rmSync(join(cache, name), { recursive: true, force: true });
  return template;
}

/** Returns a hash that changes with the migrations, and with PGlite's version, which is part of its path. */
function fingerprint(): string {
  const hash = createHash("sha256").update(
    createRequire(import.meta.url).resolve("@electric-sql/pglite"),
  );
  for (const each of readdirSync(migrations, { withFileTypes: true, recursive: true }))
    if (each.isFile())
      hash.update(each.name).update(readFileSync(join(each.parentPath, each.name)));
  return hash.digest("hex").slice(0, 16);
}
