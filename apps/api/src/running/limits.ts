/** How much a process takes on at once, and for how long. */
export type CallLimits = {
  /** Calls in work at once; further ones are refused at the door. */
  readonly most: number;
  /** Where a statement has waited longer than this for a connection, no further call is let in. */
  readonly longestWaitMs: number;
  /** A call is answered 503 after this. */
  readonly deadlineMs: number;
};

/** Chosen so that a process which answers a hundred calls a second answers each within two seconds. */
export const callLimits: CallLimits = { most: 128, longestWaitMs: 500, deadlineMs: 10_000 };
