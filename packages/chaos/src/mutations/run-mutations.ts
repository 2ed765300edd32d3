import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyTree } from "./copy-tree.ts";
import { judgeRun, problemUnmutated } from "./judge-run.ts";
import { runNodeTest } from "./run-node-test.ts";
import { runVitest } from "./run-vitest.ts";
import type { Judgement, Mutation, Outcome, RunSeen } from "./types.ts";

export type MutationOptions = {
  /** The repository, which is copied and never changed. */
  readonly root: string;
  readonly mutations: readonly Mutation[];
  /** The address of a PostgreSQL server that all runs share. */
  readonly adminUrl: string;
  readonly onOutcome?: (outcome: Outcome) => void;
};

/**
 * Removes each check in a copy of the repository, one at a time, and runs the test that must fail. Before
 * that, checks that each named test exists and passes on the unchanged sources.
 */
export async function runMutations(options: MutationOptions): Promise<Outcome[]> {
  const { root, mutations, adminUrl, onOutcome } = options;
  const tree = copyTree(root);
  const run = runnerIn(tree.path, adminUrl);
  const outcomes: Outcome[] = [];
  try {
    const unmutated = new Map<string, RunSeen>();
    for (const file of new Set(mutations.map(({ test }) => test.file))) {
      const own = mutations.filter(({ test }) => test.file === file);
      unmutated.set(file, await run(file, [...new Set(own.map(({ test }) => test.name))]));
    }
    for (const mutation of mutations) {
      const began = performance.now();
      const before = unmutated.get(mutation.test.file) ?? { tests: [], problem: null };
      const judgement = await judge(tree.path, mutation, { before, run });
      const seconds = (performance.now() - began) / 1_000;
      const outcome = { ...judgement, mutation, seconds };
      outcomes.push(outcome);
      onOutcome?.(outcome);
    }
    return outcomes;
  } finally {
    tree.remove();
  }
}

type Run = (file: string, names: readonly string[]) => Promise<RunSeen>;

async function judge(
  tree: string,
  mutation: Mutation,
  { before, run }: { readonly before: RunSeen; readonly run: Run },
): Promise<Judgement> {
  const problem = problemUnmutated(mutation, before);
  if (problem !== null) return { result: "invalid", why: problem };
  const source = join(tree, mutation.file);
  const text = existsSync(source) ? readFileSync(source, "utf8") : "";
  const found = text.split(mutation.find).length - 1;
  if (found !== 1) return { result: "invalid", why: `what it replaces is there ${found} times` };
  // the file may be a hard link to an installed package, so it is removed first: a write would change the
  // original
  rmSync(source);
  writeFileSync(
    source,
    text.replace(mutation.find, () => mutation.replace),
  );
  try {
    return judgeRun(mutation, await run(mutation.test.file, [mutation.test.name]));
  } finally {
    writeFileSync(source, text);
  }
}

function runnerIn(tree: string, adminUrl: string): Run {
  return (file, names) => {
    const pattern = names.map(escaped).join("|");
    return file.startsWith("scripts/")
      ? runNodeTest(tree, file, { pattern, adminUrl })
      : runVitest(tree, [file], { pattern, adminUrl });
  };
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
