import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { countTests, reports } from "./count-tests.mjs";

const VITEST = "vitest run --outputFile.json=.test/vitest.json";
const reporter = (name) =>
  `export default { reporter: [["json", { outputFile: ".test/${name}" }]] };`;

/** Makes a tree of one package with these scripts and files, and passes its root to `look`. */
function inTree(scripts, files, look) {
  const root = mkdtempSync(join(tmpdir(), "count-"));
  try {
    const place = join(root, "packages/one");
    mkdirSync(join(place, ".test"), { recursive: true });
    writeFileSync(join(place, "package.json"), JSON.stringify({ scripts }));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
    return look(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function countIn(scripts, files) {
  return inTree(scripts, files, (root) => {
    const { passed, failed } = countTests(root);
    return `${passed} passed, ${failed} failed`;
  });
}

const count = (report) =>
  countIn({ test: VITEST }, report === undefined ? {} : { ".test/vitest.json": report });
const file = (status, ...tests) => ({
  name: "a.test.ts",
  status,
  message: "",
  assertionResults: tests.map((status) => ({
    ...{ status, fullName: "a" },
    failureMessages: status === "failed" ? ["Error: Property failed\n{ seed: 1 }\n    at"] : [],
  })),
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
test("a failed test is named with its file and the beginning of its message", () => {
  const files = { ".test/vitest.json": report(false, file("failed", "passed", "failed")) };
  const { complaints } = inTree({ test: VITEST }, files, countTests);
  const told = "a.test.ts: a failed: Error: Property failed { seed: 1 }";
  assert.deepEqual(complaints, [`packages/one: ${told}`]);
});
test("an error outside the tests is a failure", () => {
  assert.equal(count(report(false, file("passed", "passed"))), "1 passed, 1 failed");
});
test("a run without a report, or with half of one, has failed", () => {
  assert.equal(count(undefined), "0 passed, 1 failed");
  assert.equal(count('{"testRes'), "0 passed, 1 failed");
});

const journeys = { journeys: "playwright test" };
const withConfig = (files) => ({ "playwright.config.ts": reporter("playwright.json"), ...files });
const told = (stats, { suites = [], errors = [] } = {}) =>
  JSON.stringify({
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
    ...{ suites, errors },
  });
const countJourneys = (report) =>
  countIn(journeys, withConfig(report === undefined ? {} : { ".test/playwright.json": report }));

test("a browser's journeys count too, and what breaks outside them has failed", () => {
  const stats = { expected: 5, unexpected: 1, skipped: 2 };
  assert.equal(countJourneys(told(stats)), "5 passed, 1 failed");
  assert.equal(
    countJourneys(told(stats, { errors: [{ message: "no browser" }] })),
    "5 passed, 2 failed",
  );
  assert.equal(countJourneys(undefined), "0 passed, 1 failed");
});
test("a journey that passed when it was run again has passed, and is named as flaky", () => {
  const spec = (title, ok, ...statuses) => ({
    ...{ title, ok },
    tests: statuses.map((status) => ({ status })),
  });
  const suites = [
    {
      file: "till.spec.ts",
      specs: [spec("redeems", true, "expected")],
      suites: [
        {
          file: "till.spec.ts",
          specs: [spec("cancels", true, "flaky"), spec("prints", false, "unexpected")],
        },
      ],
    },
  ];
  const report = told({ expected: 1, unexpected: 1, flaky: 1 }, { suites });
  const files = withConfig({ ".test/playwright.json": report });
  assert.deepEqual(inTree(journeys, files, countTests), {
    passed: 2,
    failed: 1,
    flaky: ["till.spec.ts: cancels"],
    complaints: ["packages/one: till.spec.ts: prints failed"],
  });
});
test("tests beside journeys count too, and are missed where they left no report", () => {
  const files = withConfig({ ".test/playwright.json": told({ expected: 5 }) });
  assert.equal(countIn({ ...journeys, test: VITEST }, files), "5 passed, 1 failed");
});
test("every script that writes a report is counted, once, whatever the script is called", () => {
  const scripts = {
    ...{ journeys: "playwright test", deployed: "playwright test -c deployed.config.ts" },
    ...{
      test: VITEST,
      dev: "next dev",
      "test:tools": "node --test-reporter-destination=.test/a.tap",
    },
    again: VITEST,
  };
  const files = withConfig({ "deployed.config.ts": reporter("deployed.json") });
  const found = inTree(scripts, files, (root) =>
    reports(root).map(({ place, file }) => `${place} ${basename(file)}`),
  );
  const names = ["playwright.json", "deployed.json", "vitest.json", "a.tap"];
  assert.deepEqual(
    found,
    names.map((name) => `packages/one ${name}`),
  );
});
test("npm test and npm run test:more count their own reports only", () => {
  const scripts = { test: VITEST, "test:more": "vitest run --outputFile.json=.test/more.json" };
  const namesOf = (part) =>
    inTree(scripts, {}, (root) => reports(root, part).map(({ file }) => basename(file)));
  assert.deepEqual(namesOf("test"), ["vitest.json"]);
  assert.deepEqual(namesOf("more"), ["more.json"]);
  assert.deepEqual(namesOf(), ["vitest.json", "more.json"]);
});
test("a suite of Playwright that writes no report is told at once", () => {
  const files = { "playwright.config.ts": "export default {};" };
  assert.throws(() => inTree(journeys, files, countTests), /names no report/);
});
