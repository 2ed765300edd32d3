import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readEnv } from "./env.ts";
import { secretKeysOf } from "./secret-key.ts";

const directory = mkdtempSync(join(tmpdir(), "stampbook-key-"));
afterAll(() => rmSync(directory, { recursive: true }));

it("is made once, for its owner's eyes", () => {
  const data = join(directory, "new");
  const env = readEnv({ STAMPBOOK_DATA: data });
  const { current, old } = secretKeysOf(env);
  expect(current).toMatch(/^[\w-]{64}$/);
  expect(old).toEqual([]);
  expect(secretKeysOf(env).current).toBe(current);
  expect(readdirSync(data)).toEqual(["secret-key"]);
  expect(statSync(join(data, "secret-key")).mode & 0o777).toBe(0o600);
});

it("is the settings' own where they name one", () => {
  const data = join(directory, "unused");
  const keys = { SECRET_KEY: "k".repeat(32), SECRET_KEYS_OLD: "o".repeat(32) };
  const env = readEnv({ STAMPBOOK_DATA: data, ...keys });
  expect(secretKeysOf(env)).toEqual({ current: "k".repeat(32), old: ["o".repeat(32)] });
  expect(readdirSync(directory)).not.toContain("unused");
});
