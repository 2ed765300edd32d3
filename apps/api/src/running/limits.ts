/** How many calls a process handles at once, and for how long. */
export type CallLimits = {
  /** The most calls in work; further ones are refused early. */
  readonly most: number;
  /** If a statement has waited longer than this for a connection, no further calls are accepted. */
  readonly longestWaitMs: number;
  /** A call gets 503 after this time. */
  readonly deadlineMs: number;
};

/** Chosen so that a process that answers a hundred calls a second answers each within two seconds. */
export const callLimits: CallLimits = { most: 128, longestWaitMs: 500, deadlineMs: 10_000 };
