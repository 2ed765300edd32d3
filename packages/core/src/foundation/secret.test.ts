import { inspect } from "node:util";
import { expect, test } from "vitest";
import { Secret } from "./secret.ts";

const secret = new Secret("canary");

test("tells what it is to who asks for it", () => {
  expect(secret.reveal()).toBe("canary");
  expect(secret.equals(new Secret("canary"))).toBe(true);
  expect(secret.equals(new Secret("other"))).toBe(false);
});

test.each([
  ["as text", () => `${secret}`],
  ["as JSON", () => JSON.stringify({ pin: secret })],
  ["printed", () => inspect({ pin: secret }, { depth: 9, showHidden: true, customInspect: true })],
  ["printed bare", () => inspect(secret, { depth: 9, showHidden: true, customInspect: false })],
  ["spread", () => JSON.stringify({ ...secret })],
  ["in an error", () => String(new Error("failed", { cause: secret }).cause)],
])("says nothing %s", (_, write) => {
  expect(write()).not.toContain("canary");
});
