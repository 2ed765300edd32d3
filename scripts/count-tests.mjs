// Adds up what the test runs left in their .test directories: a run that left nothing counts as failed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const JOURNEYS = "playwright.json";

/** The directories whose package.json has scripts that write reports of tests, with each report. */
export function reports(root) {
  const places = ["apps", "packages"].flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder)).map((name) => join(folder, name))
      : [],
  );
  const expected = [...places, "bench", "chaos", "."].flatMap((place) => {
    const manifest = join(root, place, "package.json");
    if (!existsSync(manifest)) return [];
    const { scripts = {} } = JSON.parse(readFileSync(manifest, "utf8"));
    const command = place === "." ? scripts["test:scripts"] : scripts.test;
    const written = /\.test\/[\w.-]+/.exec(command ?? "")?.[0];
    const files = [written, scripts.journeys && `.test/${JOURNEYS}`].filter(Boolean);
    return files.map((file) => ({ place, file: join(root, place, file) }));
  });
  return expected;
}

/** Of an earlier run; and the directories made, as Node's reporters write into none that is missing. */
export function clearReports(root) {
  for (const { file } of reports(root)) {
    rmSync(dirname(file), { recursive: true, force: true });
    mkdirSync(dirname(file), { recursive: true });
  }
}

export function countTests(root) {
  const total = { passed: 0, failed: 0, complaints: [] };
  for (const { place, file } of reports(root)) {
    const found = existsSync(file) ? readReport(file) : undefined;
    if (!found) {
      total.failed += 1;
      total.complaints.push(`${place}: the tests ended without a report`);
      continue;
    }
    total.passed += found.passed;
    total.failed += found.failed;
    for (const name of found.failures) total.complaints.push(`${place}: ${name}`);
  }
  return total;
}

function readReport(file) {
  const text = readFileSync(file, "utf8");
  if (!file.endsWith(".json")) return fromTap(text);
  try {
    return file.endsWith(JOURNEYS)
      ? fromPlaywright(JSON.parse(text))
      : fromVitest(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function fromPlaywright({ stats, suites, errors }) {
  const titles = (suite) => [
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map(({ title }) => `${suite.file}: ${title} failed`),
    ...(suite.suites ?? []).flatMap(titles),
  ];
  const outside = errors.map(({ message }) => String(message).split("\n")[0]);
  return {
    passed: stats.expected,
    // one that passed when it was tried again is not to be relied on
    failed: stats.unexpected + stats.flaky + outside.length,
    failures: [...suites.flatMap(titles), ...outside],
  };
}

function fromVitest(report) {
  const count = { passed: 0, failed: 0, failures: [] };
  for (const { name, status, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((test) => test.status === "failed");
    count.passed += assertionResults.filter((test) => test.status === "passed").length;
    count.failed += failed.length;
    for (const test of failed) count.failures.push(`${test.fullName} failed`);
    // a file that breaks before its first test has no test to show for it
    if (status === "failed" && !failed.length) {
      count.failed += 1;
      count.failures.push(`${name} did not run: ${message.split("\n")[0]}`);
    }
  }
  // an error outside any test, an unhandled rejection say
  if (!report.success && !count.failed) {
    count.failed += 1;
    count.failures.push("an error outside the tests");
  }
  return count;
}

function fromTap(text) {
  const number = (word) =>
    Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  const failed = number("fail") + number("cancelled");
  if (Number.isNaN(failed)) return undefined;
  const failures = [...text.matchAll(/^\s*not ok \d+ - (.*)$/gm)].map(
    (match) => `${match[1]} failed`,
  );
  return { passed: number("pass"), failed, failures };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { passed, failed } = countTests(fileURLToPath(new URL("..", import.meta.url)));
  console.log(`${passed} passed, ${failed} failed`);
}
