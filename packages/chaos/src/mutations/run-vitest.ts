import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { firstLine } from "./judge-run.ts";
import { runProgram } from "./run-program.ts";
import type { RunSeen } from "./types.ts";

type Report = {
  readonly testResults: readonly {
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly ancestorTitles: readonly string[];
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
};

type Wanted = {
  /** The tests' names, as a regular expression. */
  readonly pattern: string;
  readonly adminUrl: string;
  /** The mode of Vitest. */
  readonly mode?: string;
};

/** Runs the matching tests of some files of one package, in the package. */
export async function runVitest(
  tree: string,
  files: readonly string[],
  { pattern, adminUrl, mode = "test" }: Wanted,
): Promise<RunSeen> {
  const place = /^(?:(?:apps|packages)\/)?[^/]+/.exec(files[0] ?? "")?.[0] ?? "";
  const cwd = join(tree, place);
  const report = join(cwd, ".test/mutation.json");
  rmSync(report, { force: true });
  const said = await runProgram(
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      ...files.map((file) => file.slice(place.length + 1)),
      `--mode=${mode}`,
      // Vitest matches "group > test", but a mutation names a test with a blank between group and test
      `--testNamePattern=${pattern.replaceAll(" ", "(?: > | )")}`,
      "--reporter=json",
      `--outputFile=${report}`,
    ],
    { cwd, adminUrl },
  );
  if (!existsSync(report)) return { tests: [], problem: `no report: ${firstLine(said)}` };
  return readVitestReport(JSON.parse(readFileSync(report, "utf8")));
}

/** Reads a report of Vitest. For a file that fails before its first test, the report has only a message. */
export function readVitestReport({ testResults }: Report): RunSeen {
  const broken = testResults.find(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  return {
    tests: testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ title, ancestorTitles, status, failureMessages }) => ({
        title,
        fullTitle: [...ancestorTitles, title].join(" "),
        status: status === "passed" || status === "failed" ? status : ("skipped" as const),
        messages: failureMessages ?? [],
      })),
    ),
    problem: broken ? `the file did not run: ${firstLine(broken.message ?? "")}` : null,
  };
}
