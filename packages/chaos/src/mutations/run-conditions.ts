import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Condition, conditionsIn } from "./conditions.ts";
import { copyTree } from "./copy-tree.ts";
import { firstLine } from "./judge-run.ts";
import { runProgram } from "./run-program.ts";
import { readVitestReport } from "./run-vitest.ts";
import type { Judgement } from "./types.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const CORE = "packages/core";
const REDEEMING = `${CORE}/src/redeeming`;

/** The sources with the SQL that statements share. */
const SHARED = [`${REDEEMING}/*.sql.ts`, `${CORE}/src/writing/*.sql.ts`];

/** Errors that say that the text is no statement any more. */
const broken = /syntax error at or near|missing FROM-clause|ReferenceError|SyntaxError/;

/** A condition that was replaced by `true`, and whether a test of the operation failed. */
export type ConditionOutcome = Judgement & {
  readonly file: string;
  readonly line: number;
  readonly condition: string;
};

/** The operations whose statements can be judged, by the names of their folders. */
export function judgedStatements(): readonly string[] {
  const files = globSync(`${REDEEMING}/*/*.sql.ts`, { cwd: root });
  return [...new Set(files.map((file) => basename(dirname(file))))];
}

/**
 * Takes each condition out of an operation's statement, one at a time and in a copy of the repository,
 * and runs all tests of the operation's folder until one fails. A change that leaves the statement's
 * texts as they were, or makes them as an earlier change did, is left out. Throws if the tests fail
 * without a change.
 */
export async function runConditions(
  operation: string,
  { adminUrl, onOutcome }: { adminUrl: string; onOutcome: (outcome: ConditionOutcome) => void },
): Promise<readonly ConditionOutcome[]> {
  const tree = copyTree(root);
  const run = () => runFolder(tree.path, operation, adminUrl);
  try {
    const before = await run();
    if (before.result !== "survived") throw new Error(`The tests fail as they are: ${before.why}`);
    const outcomes: ConditionOutcome[] = [];
    const seen = new Set([await textsOf(tree.path, operation, adminUrl)]);
    const isNew = async () => {
      const texts = await textsOf(tree.path, operation, adminUrl);
      return seen.size < seen.add(texts).size;
    };
    const files = [`${REDEEMING}/${operation}/*.sql.ts`, ...SHARED];
    for (const file of files.flatMap((pattern) => globSync(pattern, { cwd: root }).sort())) {
      const source = readFileSync(join(root, file), "utf8");
      for (const condition of conditionsIn(source)) {
        const judgement = await changed(
          join(tree.path, file),
          without(source, condition),
          async () => ((await isNew()) ? run() : null),
        );
        if (!judgement) continue;
        const { from, to } = condition;
        const line = source.slice(0, from).split("\n").length;
        const text = source.slice(from, to).replace(/\s+/g, " ");
        const outcome = { ...judgement, file, line, condition: text };
        outcomes.push(outcome);
        onOutcome(outcome);
      }
    }
    return outcomes;
  } finally {
    tree.remove();
  }
}

function without(source: string, { from, to }: Condition): string {
  return `${source.slice(0, from)}true${source.slice(to)}`;
}

/** Runs something while a file has another text. */
async function changed<Result>(file: string, text: string, run: () => Promise<Result>) {
  const before = readFileSync(file, "utf8");
  writeFileSync(file, text);
  try {
    return await run();
  } finally {
    writeFileSync(file, before);
  }
}

/** The texts of an operation's statement as the tree's sources make them, or the error. */
function textsOf(tree: string, operation: string, adminUrl: string): Promise<string> {
  const file = globSync(`${REDEEMING}/${operation}/${operation}.sql.ts`, { cwd: tree })[0] ?? "";
  const script = `import * as all from ${JSON.stringify(pathToFileURL(join(tree, file)).href)};
    for (const each of Object.values(all)) if (each?.texts) console.log(JSON.stringify(each.texts));`;
  const options = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval"];
  return runProgram([...options, script], { cwd: join(tree, CORE), adminUrl });
}

async function runFolder(tree: string, operation: string, adminUrl: string): Promise<Judgement> {
  const cwd = join(tree, CORE);
  const report = join(cwd, ".test/mutation.json");
  rmSync(report, { force: true });
  const said = await runProgram(
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      `src/redeeming/${operation}/`,
      "--bail=1",
      "--reporter=json",
      `--outputFile=${report}`,
    ],
    { cwd, adminUrl },
  );
  if (!existsSync(report)) return { result: "invalid", why: `no report: ${firstLine(said)}` };
  const { tests, problem } = readVitestReport(JSON.parse(readFileSync(report, "utf8")));
  const failed = tests.filter(({ status }) => status === "failed");
  const messages = failed.flatMap((test) => test.messages);
  const invalid = messages.find((message) => broken.test(message));
  if (invalid !== undefined) return { result: "invalid", why: firstLine(invalid) };
  if (failed.length) return { result: "killed", why: failed[0]?.fullTitle ?? "" };
  if (problem || !tests.some(({ status }) => status === "passed"))
    return { result: "invalid", why: problem ?? "no test ran" };
  return { result: "survived", why: `${tests.length} tests pass` };
}
