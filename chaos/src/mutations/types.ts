/** A check taken out of the product's source, and the test that has to fail without it. */
export interface Mutation {
  /** The finding or threat that the check is there for: `M4`, `T13`. */
  readonly id: string;
  /** The source file, from the root of the repository. */
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly find: string;
  /** What stands there once the check is gone. */
  readonly replace: string;
  /** The test that notices: its file, from the root of the repository, and its name or the start of it. */
  readonly test: { readonly file: string; readonly name: string };
}

/** One test of a run, as its reporter names it. */
export type TestSeen = {
  readonly title: string;
  readonly fullTitle: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly messages: readonly string[];
};

/** What a run of tests came to. `problem` is what kept it, or a file of it, from running. */
export type RunSeen = { readonly tests: readonly TestSeen[]; readonly problem: string | null };

/** `invalid` says nothing of the check: the mutation does not fit, or the test did not judge it. */
export type Judgement = {
  readonly result: "killed" | "survived" | "invalid";
  readonly why: string;
};

/** A mutation with what came of it. */
export type Outcome = Judgement & { readonly mutation: Mutation; readonly seconds: number };
