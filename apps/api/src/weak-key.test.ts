import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { BadSettings, readEnv } from "./env.ts";
import { weaknessOf } from "./weak-key.ts";

const weak = [
  "a".repeat(40),
  "changeme".repeat(5),
  "0123456789".repeat(4),
  "abcdefghijklmnopqrstuvwxyz0123456789",
  "aaaabbbbccccddddeeeeffffgggghhhhiiiijjjj",
];

describe("L5: a key that is easy to guess", () => {
  it.each(weak)("is found: %s", (key) => {
    expect(weaknessOf(key)).not.toBeNull();
  });

  it.each(["hex", "base64", "base64url"] as const)("is none that is random, in %s", (encoding) => {
    for (let times = 0; times < 2_000; times++) {
      const key = randomBytes(encoding === "hex" ? 16 : 32).toString(encoding);
      expect(weaknessOf(key)).toBeNull();
    }
  });

  it("is none that is random and has a little more than half of its characters in order", () => {
    expect(weaknessOf("01232345f8765a9b01cde2f3456789a8")).toBeNull();
  });

  it.each(weak)("L5: does not start production: %s", (key) => {
    const start = () => readEnv({ NODE_ENV: "production", SECRET_KEY: key });
    expect(start).toThrow(BadSettings);
    expect(start).toThrow(/openssl rand -base64 48[\s\S]*SECRET_KEYS_OLD/);
    expect(start).not.toThrow(key);
  });

  it("still verifies as an old key, and starts on one's own machine", () => {
    const [old = ""] = weak;
    const fresh = randomBytes(48).toString("base64");
    expect(
      readEnv({ NODE_ENV: "production", SECRET_KEY: fresh, SECRET_KEYS_OLD: old }).oldSecretKeys,
    ).toEqual([old]);
    expect(readEnv({ SECRET_KEY: old }).secretKey).toBe(old);
  });
});
