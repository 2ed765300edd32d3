import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./check-words.mjs";

const said = (path, text) => findings(path, text).map(({ line, word }) => `${line} ${word}`);

test("finds words in comments and documents", () => {
  assert.deepEqual(said("a.ts", "/** Tells null. */\nconst a = 1; // whence it comes\n"), [
    "1 Tells",
    "2 whence",
  ]);
  assert.deepEqual(said("a.ts", "/**\n * The table of\n * so many rows.\n */\n"), ["3 so many"]);
  assert.deepEqual(said("a.sql", "-- begins anew\nselect 1"), ["1 anew"]);
  assert.deepEqual(said("a.md", "One part, of which two remain."), ["1 of which"]);
});

test("leaves code, names and quotes of code alone", () => {
  assert.deepEqual(said("a.ts", 'const told = "https://tell.example"; scene();\n'), []);
  assert.deepEqual(said("a.md", "`tells` is a name."), []);
});
