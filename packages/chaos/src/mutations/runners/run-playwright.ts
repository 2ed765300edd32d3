import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { firstLine } from "../judge-run.ts";
import type { RunSeen, TestSeen } from "../types.ts";
import { runProgram } from "./run-program.ts";

type Suite = {
  readonly specs?: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly results: readonly {
        readonly status: string;
        readonly errors?: readonly { readonly message?: string }[];
      }[];
    }[];
  }[];
  readonly suites?: readonly Suite[];
};
type Report = {
  readonly suites: readonly Suite[];
  readonly errors: readonly { readonly message?: string }[];
};

/** Builds the product. Then runs one journey (`e2e`), or one test of the deployed product (`test`). */
export async function runPlaywright(
  tree: string,
  file: string,
  { pattern, adminUrl }: { readonly pattern: string; readonly adminUrl: string },
): Promise<RunSeen> {
  const cwd = join(tree, "apps/console");
  await runProgram(["scripts/build.mjs"], { cwd: join(tree, "apps/api"), adminUrl });
  rmSync(join(cwd, ".next"), { recursive: true, force: true });
  const built = await runProgram(["--run", "build"], { cwd, adminUrl });
  if (!existsSync(join(cwd, ".next/BUILD_ID")))
    return { tests: [], problem: `the console is not built: ${firstLine(built)}` };
  const isJourney = file.startsWith("apps/console/e2e/");
  const report = join(cwd, isJourney ? ".test/playwright.json" : ".test/deployed.json");
  rmSync(report, { force: true });
  const config = isJourney ? "playwright.config.ts" : "playwright.deployed.config.ts";
  const said = await runProgram(
    [
      "node_modules/@playwright/test/cli.js",
      "test",
      "--config",
      config,
      file.slice("apps/console/".length),
      "--grep",
      pattern,
      "--retries=0",
    ],
    { cwd, adminUrl },
  );
  if (!existsSync(report)) return { tests: [], problem: `no report: ${firstLine(said)}` };
  return readPlaywrightReport(JSON.parse(readFileSync(report, "utf8")));
}

function readPlaywrightReport({ suites, errors }: Report): RunSeen {
  return {
    tests: suites.flatMap((suite) => testsOf(suite, [])),
    problem: errors.length ? firstLine(errors[0]?.message ?? "") : null,
  };
}

function testsOf(suite: Suite & { readonly title?: string }, above: readonly string[]): TestSeen[] {
  const own = (suite.specs ?? []).map(({ title, ok, tests }): TestSeen => {
    const results = tests.flatMap((test) => test.results);
    const hasRun = results.some(({ status }) => status !== "skipped");
    return {
      title,
      fullTitle: [...above, title].join(" "),
      status: hasRun ? (ok ? "passed" : "failed") : "skipped",
      messages: results.flatMap(({ errors = [] }) => errors.map(({ message = "" }) => message)),
    };
  });
  const inner = (suite.suites ?? []).flatMap((each: Suite & { readonly title?: string }) =>
    testsOf(each, [...above, each.title ?? ""]),
  );
  return [...own, ...inner];
}
