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

test("finds British spelling in comments, documents and the console's English texts", () => {
  assert.deepEqual(said("a.ts", "// The Colours\n/** An organised neighbour. */\n"), [
    "1 Colours",
    "2 neighbour",
    "2 organised",
  ]);
  assert.deepEqual(said("a.md", "Enrolment is cancelled."), ["1 cancelled", "1 Enrolment"]);
  assert.deepEqual(said("en.json", '  "behaviour": "The licence",\n  "x": "Tell staff"'), [
    "1 licence",
  ]);
  const kept = "Raise a promise: the catalogue, its four hours, otherwise canceled; enrolled.";
  assert.deepEqual(said("a.md", kept), []);
});

test("leaves code, names and quotes of code alone", () => {
  assert.deepEqual(said("a.ts", 'const told = "https://tell.example"; scene();\n'), []);
  assert.deepEqual(said("a.md", "`tells` is a name."), []);
  assert.deepEqual(said("a.ts", "// returns `enrol`\nconst colour = 1;"), []);
});
