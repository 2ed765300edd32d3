/** How many calls a process handles at once, and for how long. */
export type CallLimits = {
  /**
   * The most calls that the process handles at once. One merchant gets only its share of them (`shareOf`).
   * Further calls are refused early.
   */
  readonly most: number;
  /** While a merchant's running calls have waited longer than this, its further calls are refused. */
  readonly longestWaitMs: number;
  /** A call gets 503 after this time. */
  readonly deadlineMs: number;
};

/** Chosen so that a process that answers a hundred calls a second answers each within two seconds. */
export const callLimits: CallLimits = { most: 128, longestWaitMs: 500, deadlineMs: 10_000 };
