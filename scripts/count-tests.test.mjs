import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { countTests } from "./count-tests.mjs";

function count(report, scripts = { test: "vitest run --outputFile.json=.test/vitest.json" }) {
  const root = mkdtempSync(join(tmpdir(), "count-"));
  try {
    const place = join(root, "packages/one");
    mkdirSync(join(place, ".test"), { recursive: true });
    writeFileSync(join(place, "package.json"), JSON.stringify({ scripts }));
    const name = scripts.journeys ? "playwright.json" : "vitest.json";
    if (report !== undefined) writeFileSync(join(place, ".test", name), report);
    const { passed, failed } = countTests(root);
    return `${passed} passed, ${failed} failed`;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
const file = (status, ...tests) => ({
  name: "a.test.ts",
  status,
  message: "",
  assertionResults: tests.map((status) => ({ status, fullName: "a" })),
});
const report = (success, ...testResults) => JSON.stringify({ success, testResults });

test("adds up passed and failed, and leaves out skipped", () => {
  const two = report(
    false,
    file("failed", "passed", "failed"),
    file("passed", "passed", "pending"),
  );
  assert.equal(count(two), "2 passed, 1 failed");
});
test("a file that broke before its first test has failed", () => {
  assert.equal(count(report(false, file("failed"))), "0 passed, 1 failed");
});
test("an error outside the tests is a failure", () => {
  assert.equal(count(report(false, file("passed", "passed"))), "1 passed, 1 failed");
});
test("a run without a report, or with half of one, has failed", () => {
  assert.equal(count(undefined), "0 passed, 1 failed");
  assert.equal(count('{"testRes'), "0 passed, 1 failed");
});
test("a browser's journeys count too, and one that had to be tried again has failed", () => {
  const journeys = { journeys: "playwright test" };
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
  const told = (errors) => JSON.stringify({ stats, suites: [], errors });
  assert.equal(count(told([]), journeys), "5 passed, 2 failed");
  assert.equal(count(told([{ message: "no browser" }]), journeys), "5 passed, 3 failed");
  assert.equal(count(undefined, journeys), "0 passed, 1 failed");
});
test("tests beside journeys count too, and are missed where they left no report", () => {
  const both = { journeys: "playwright test", test: "vitest --outputFile.json=.test/vitest.json" };
  const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 };
  assert.equal(
    count(JSON.stringify({ stats, suites: [], errors: [] }), both),
    "5 passed, 1 failed",
  );
});
