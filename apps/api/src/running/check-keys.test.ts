import { expect, test } from "vitest";
import { unknownKeyLog } from "./check-keys.ts";

test("O1: a key that is missing is logged once a minute, however often it is needed", () => {
  let now = 0;
  const lines: unknown[] = [];
  const note = unknownKeyLog({ error: (...line: unknown[]) => lines.push(line[0]) }, () => now);
  for (const [at, keyId] of [
    [0, "a"],
    [59_000, "a"],
    [59_000, "b"],
    [61_000, "a"],
    [62_000, "a"],
  ] as const) {
    now = at;
    note(keyId);
  }
  expect(lines).toEqual([{ keyId: "a" }, { keyId: "b" }, { keyId: "a" }]);
});
