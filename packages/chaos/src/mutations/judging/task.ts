import type { Texts } from "../statement-texts.ts";

/** A change that removes a condition from a statement. */
export type Mutant = {
  readonly id: number;
  /** The absolute path of a test file that is likely to fail, so it runs first. */
  readonly first?: string | undefined;
  /** The texts that replace the statement's own. */
  readonly texts?: Texts;
};

/** The task of a process that judges mutants. Paths are absolute. */
export type Task = {
  /** The file of the statement. */
  readonly statement: string;
  readonly tests: readonly string[];
  readonly mutants: readonly Mutant[];
  /** The file to which the process appends one line for each mutant: a `Judged` as JSON. */
  readonly report: string;
};

/** The result for a mutant. `failed` is the first test that failed, or null. */
export type Judged = {
  readonly id: number;
  readonly failed: { readonly test: string; readonly message: string } | null;
  readonly passed: number;
};

/** The name of the task's file, in the process's working directory. */
export const TASK = "task.json";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the task's file. */
    judging: string;
  }
}
