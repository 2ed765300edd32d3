import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { judgeRun } from "./judge-run.ts";
import { mutations } from "./mutations.ts";
import { readTap } from "./run-node-test.ts";
import { readVitestReport } from "./run-vitest.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

const named = { title: "M4: refuses it", fullTitle: "a code M4: refuses it" };
const judged = {
  ids: ["M4"],
  file: "",
  find: "",
  replace: "",
  test: { file: "", name: "M4: refuses" },
};

test.each([
  [
    "a test that failed kills",
    { status: "failed", messages: ["expected 200 to be 401"] },
    "killed",
  ],
  ["one that passed does not", { status: "passed", messages: [] }, "survived"],
  ["one that was left out is none", { status: "skipped", messages: [] }, "invalid"],
  ["nor is one of another name", { title: "M40", fullTitle: "M40", status: "failed" }, "invalid"],
  [
    "a program that no longer runs proves nothing",
    { status: "failed", messages: ["ReferenceError: closest is not defined"] },
    "invalid",
  ],
] as const)("%s", (_, seen, result) => {
  const run = { tests: [{ messages: [], ...named, ...seen }], problem: null };
  expect(judgeRun(judged, run).result).toBe(result);
});

test("a file that breaks before its first test is no kill", () => {
  const message = "Transform failed with 1 error:\n…";
  const testResults = [{ status: "failed", message, assertionResults: [] }];
  expect(judgeRun(judged, readVitestReport({ testResults }))).toEqual({
    result: "invalid",
    why: "the file did not run: Transform failed with 1 error:",
  });
});

test("a report of Node's own tests says which failed", () => {
  const said =
    "# Subtest: M4\nnot ok 1 - M4: refuses it\nok 2 - M4: \\#1 # SKIP name\nok 3 - M5: lets in";
  expect(readTap(said)).toMatchObject({
    problem: null,
    tests: [
      { title: "M4: refuses it", status: "failed" },
      { title: "M4: #1", status: "skipped" },
      { title: "M5: lets in", status: "passed" },
    ],
  });
  expect(judgeRun(judged, readTap(said)).result).toBe("killed");
  expect(readTap("Cannot find it").problem).toBe("no report: Cannot find it");
});

test("the text that a mutation of the list replaces is in its file once", () => {
  const times = mutations.map(({ ids, file, find }) => [
    ids,
    file,
    readFileSync(join(root, file), "utf8").split(find).length - 1,
  ]);
  expect(times.filter(([, , count]) => count !== 1)).toEqual([]);
  expect(mutations.length).toBeGreaterThan(50);
});
