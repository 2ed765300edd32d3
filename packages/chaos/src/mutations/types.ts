/** A check to remove from the product's source, and the test that must then fail. */
export interface Mutation {
  /** The findings or threats that the check protects against: `M4`, `T13`. */
  readonly ids: readonly string[];
  /** The source file, from the root of the repository. */
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly find: string;
  /** The replacement without the check. */
  readonly replace: string;
  /**
   * The test that must fail: its file, from the root of the repository, and its name or the start of its
   * name.
   */
  readonly test: { readonly file: string; readonly name: string };
}

/** One test of a run, as reported. */
export type TestSeen = {
  readonly title: string;
  readonly fullTitle: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly messages: readonly string[];
};

/**
 * The result of a test run. `problem` says why the run, or one of its files, failed. Null if all files ran.
 */
export type RunSeen = { readonly tests: readonly TestSeen[]; readonly problem: string | null };

/** The result of a mutation. `invalid`: the mutation does not apply, or the test could not judge it. */
export type Judgement = {
  readonly result: "killed" | "survived" | "invalid";
  readonly why: string;
};

/** A mutation with its result. */
export type Outcome = Judgement & { readonly mutation: Mutation; readonly seconds: number };
