import type { Texts } from "../statement-texts.ts";

/** What is taken away: conditions of a statement, or a constraint of the database. */
export type Mutant = {
  readonly id: number;
  /** The test that runs first, if one is likely to fail. Its path is absolute. */
  readonly first?: string | undefined;
  /** The statement's texts instead of its own. */
  readonly texts?: Texts;
  /** SQL that changes an empty database before it is copied for tests. */
  readonly change?: string;
};

/** What a process judges. Paths are absolute. */
export type Task = {
  /** The file of the statement. */
  readonly statement: string;
  readonly tests: readonly string[];
  readonly mutants: readonly Mutant[];
  /** The file to which a line is added for each mutant: a `Judged`. */
  readonly report: string;
};

/** The first test that failed with a mutant, or null. */
export type Judged = {
  readonly id: number;
  readonly failed: { readonly test: string; readonly message: string } | null;
  readonly passed: number;
};

/** The task's file in the folder in which the process runs. */
export const TASK = "task.json";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the task's file. */
    judging: string;
  }
}
