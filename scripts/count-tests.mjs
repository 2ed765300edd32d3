// Adds up the test reports in the .test directories. A run without a report counts as failed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const REPORT = /\.test\/[\w-]+\.(?:json|tap)/;

/** The scripts that `npm run test:more` runs; `npm test` runs the others. */
const isMore = (name) => name.endsWith(":more");

/**
 * Returns the test reports that the scripts of each package.json write, as `{ place, file }`: those of
 * `npm test` for the part "test", those of `npm run test:more` for "more", or all of them.
 */
export function reports(root, part) {
  const places = ["apps", "packages"].flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder)).map((name) => join(folder, name))
      : [],
  );
  return [...places, "."].flatMap((place) => {
    const manifest = join(root, place, "package.json");
    if (!existsSync(manifest)) return [];
    const { scripts = {} } = JSON.parse(readFileSync(manifest, "utf8"));
    const written = Object.entries(scripts)
      .filter(([name]) => !part || isMore(name) === (part === "more"))
      .map(([, command]) => reportOf(command, join(root, place)));
    return [...new Set(written.filter(Boolean))].map((report) => ({
      place,
      file: join(root, place, report),
    }));
  });
}

/**
 * Returns the report that a script or its Playwright configuration names. Undefined if the script writes no
 * report. Throws if a Playwright configuration names none.
 */
function reportOf(command, folder) {
  if (!/\bplaywright test\b/.test(command)) return REPORT.exec(command)?.[0];
  const config = /(?:-c|--config)[ =](\S+)/.exec(command)?.[1] ?? "playwright.config.ts";
  const report = REPORT.exec(readFileSync(join(folder, config), "utf8"))?.[0];
  if (!report) throw new Error(`${config} names no report under .test`);
  return report;
}

/**
 * Removes the reports of earlier runs. Creates the directories, because Node's reporters do not create them.
 */
export function clearReports(root, part) {
  for (const { file } of reports(root, part)) {
    rmSync(file, { force: true });
    mkdirSync(dirname(file), { recursive: true });
  }
}

export function countTests(root, part) {
  const total = { passed: 0, failed: 0, flaky: [], complaints: [] };
  for (const { place, file } of reports(root, part)) {
    const found = existsSync(file) ? readReport(file, join(root, place)) : undefined;
    if (!found) {
      total.failed += 1;
      total.complaints.push(`${place}: the tests ended without a report`);
      continue;
    }
    total.passed += found.passed;
    total.failed += found.failed;
    total.flaky.push(...(found.flaky ?? []));
    for (const name of found.failures) total.complaints.push(`${place}: ${name}`);
  }
  return total;
}

/** Prints what failed or passed only when it was run again. The last line is the count. */
export function tell({ passed, failed, flaky, complaints }) {
  for (const name of flaky) console.log(`flaky: ${name}`);
  for (const complaint of complaints) console.log(`✗ ${complaint}`);
  console.log(`${passed} passed, ${failed} failed`);
}

function readReport(file, folder) {
  const text = readFileSync(file, "utf8");
  if (!file.endsWith(".json")) return fromTap(text);
  try {
    const report = JSON.parse(text);
    return report.stats ? fromPlaywright(report) : fromVitest(report, folder);
  } catch {
    return undefined;
  }
}

function fromPlaywright({ stats, suites, errors }) {
  const specsOf = (suite) => [
    ...(suite.specs ?? []).map((spec) => ({ ...spec, name: `${suite.file}: ${spec.title}` })),
    ...(suite.suites ?? []).flatMap(specsOf),
  ];
  const specs = suites.flatMap(specsOf);
  const outside = errors.map(({ message }) => String(message).split("\n")[0]);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + outside.length,
    flaky: specs
      .filter(({ tests = [] }) => tests.some(({ status }) => status === "flaky"))
      .map(({ name }) => name),
    failures: [...specs.filter(({ ok }) => !ok).map(({ name }) => `${name} failed`), ...outside],
  };
}

function fromVitest(report, folder) {
  const count = { passed: 0, failed: 0, failures: [] };
  for (const { name, status, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((test) => test.status === "failed");
    count.passed += assertionResults.filter((test) => test.status === "passed").length;
    count.failed += failed.length;
    const file = relative(folder, resolve(folder, name));
    for (const { fullName, failureMessages } of failed)
      count.failures.push(`${file}: ${fullName} failed: ${beginningOf(failureMessages[0] ?? "")}`);
    // a file that fails before its first test reports no test
    if (status === "failed" && !failed.length) {
      count.failed += 1;
      count.failures.push(`${file} did not run: ${beginningOf(message)}`);
    }
  }
  // an error outside any test, such as an unhandled rejection
  if (!report.success && !count.failed) {
    count.failed += 1;
    count.failures.push("an error outside the tests");
  }
  return count;
}

/** Returns the beginning of a message. For a random test, its first two lines name the seed and the path. */
const beginningOf = (message) => message.split("\n", 2).join(" ").slice(0, 300);

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
  tell(countTests(fileURLToPath(new URL("..", import.meta.url))));
}
