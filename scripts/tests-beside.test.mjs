import assert from "node:assert/strict";
import { test } from "node:test";
import { testsBeside } from "./tests-beside.mjs";

const folders = {
  "packages/core/src/people/pin": ["check-pin.ts", "check-pin.test.ts", "pin.rules.test.ts"],
  "packages/db/src": ["hosts.ts", "hosts.test.ts"],
};
const filesIn = (folder) => folders[folder] ?? [];
const RULES = ".rules.test.ts";

test("all rules run if nothing changed", () => {
  assert.deepEqual(testsBeside([], filesIn), [RULES]);
});

test("the tests in the folder of a change run, each once", () => {
  const changed = [
    "packages/core/src/people/pin/check-pin.ts",
    "packages/core/src/people/pin/pin.rules.ts",
  ];
  assert.deepEqual(testsBeside(changed, filesIn), [RULES, "src/people/pin/check-pin.test.ts"]);
});

test("a folder that is gone, and another package, add none", () => {
  const changed = [
    "packages/core/src/gone/old.ts",
    "packages/db/src/connecting/hosts.ts",
    "README.md",
  ];
  assert.deepEqual(testsBeside(changed, filesIn), [RULES]);
});
