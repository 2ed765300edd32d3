/** How many calls a process handles at once, and for how long. */
export type CallLimits = {
  /** The most calls in work, of which a merchant has its share; further ones are refused early. */
  readonly most: number;
  /** While work of a merchant has waited longer than this, no further calls of it are accepted. */
  readonly longestWaitMs: number;
  /** A call gets 503 after this time. */
  readonly deadlineMs: number;
};

/** Chosen so that a process that answers a hundred calls a second answers each within two seconds. */
export const callLimits: CallLimits = { most: 128, longestWaitMs: 500, deadlineMs: 10_000 };
