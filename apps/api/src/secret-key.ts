import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SecretKeys } from "@stampbook/core/secrets";
import type { Env } from "./env.ts";

/**
 * Returns the keys in the settings. If they have no current key, reads it from the data directory. The first
 * call creates it there.
 */
export function secretKeysOf(env: Env): SecretKeys {
  return { current: env.secretKey ?? ownKey(env.dataDirectory), old: env.oldSecretKeys };
}

/** Whether a secret key exists. If not, `secretKeysOf` creates one. */
export function hasSecretKey(env: Env): boolean {
  return env.secretKey !== undefined || existsSync(fileIn(env.dataDirectory));
}

const fileIn = (directory: string) => join(directory, "secret-key");

function ownKey(directory: string): string {
  const file = fileIn(directory);
  if (!existsSync(file)) makeKey(directory, file);
  return readFileSync(file, "utf8").trim();
}

/** Writes a key atomically, unless the file exists. Processes that start together all use the first key. */
function makeKey(directory: string, file: string) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(48).toString("base64url"), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
  } finally {
    rmSync(draft);
  }
}
