import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  checkTable,
  ids,
  idsOf,
  readMutated,
  readRows,
  readTitles,
  renewRows,
  titlesOf,
  writeRow,
} from "./security-table.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

test("docs/security.md names a test that exists for each threat and finding", async () => {
  const rows = readRows(readFileSync(join(root, "docs/security.md"), "utf8"));
  const seen = { titles: readTitles(root), mutated: await readMutated(root) };
  assert.deepEqual(checkTable(rows, seen), []);
});

const titles = new Map([["a.test.ts", ["M4 (T53): refuses it", "another | one"]]]);
const sound = (id) => ({
  id,
  about: "",
  tests: [{ text: "", file: "a.test.ts", name: "another |" }],
  mutation: "–",
});
const table = (change) => ids.flatMap((id) => change(sound(id)) ?? []);
const named = (row) =>
  ["M4", "T53"].includes(row.id)
    ? { ...row, tests: [{ file: "a.test.ts", name: "M4 (T53): refuses it" }] }
    : row;
const seen = { titles, mutated: new Set(), stillOpen: new Set() };

test("a sound table passes", () => assert.deepEqual(checkTable(table(named), seen), []));

for (const [name, rows, means, says] of [
  ["a missing row", table((row) => (row.id === "T1" ? null : named(row))), {}, /^T1 has 0 rows/],
  ["an unknown id", [...table(named), sound("T99")], {}, /^T99 is no id/],
  [
    "a test that is gone",
    table((row) =>
      row.id === "T1"
        ? { ...row, tests: [{ text: "x", file: "a.test.ts", name: "x" }] }
        : named(row),
    ),
    {},
    /^T1: there is no test x/,
  ],
  ["a test that is not listed", table((row) => row), {}, /^T53: "M4 \(T53\): refuses it" of a/],
  [
    "no test",
    table((row) => (row.id === "L1" ? { ...row, tests: [] } : named(row))),
    {},
    /^L1 has no test/,
  ],
  ["an open one that has a test", table(named), { stillOpen: new Set(["L1"]) }, /^L1 has a test/],
  ["an unmarked mutation", table(named), { mutated: new Set(["H1"]) }, /^H1: the column/],
  ["a mutation without a row", table(named), { mutated: new Set(["X1"]) }, /^the mutation X1/],
])
  test(`caught: ${name}`, () => {
    const found = checkTable(rows, { ...seen, ...means });
    assert.match(found[0] ?? "", says);
  });

test("tests that are named after their id are added, and those that are gone go", () => {
  const gone = { ...sound("T53"), tests: [{ file: "a.test.ts", name: "gone" }] };
  const [row] = renewRows([gone], { titles, mutated: new Set(["T53"]) });
  assert.equal(writeRow(row), "| T53 |  | `a.test.ts`: M4 (T53): refuses it | yes |");
});

test("titles are read wherever they begin", () => {
  const text =
    'it("one", f); test.each([\n  [1],\n])("two %s", f); describe(`three`, f); call("four")';
  assert.deepEqual(titlesOf(text), ["one", "two %s", "three"]);
  assert.deepEqual(idsOf("M4 (T53, T12): x"), ["M4", "T53", "T12"]);
  assert.deepEqual(idsOf("F3: x"), []);
});

test("a bar in a name does not end the cell", () => {
  const [row] = readRows(writeRow({ ...sound("T1"), about: "x" }));
  assert.equal(row.tests[0].name, "another |");
});
