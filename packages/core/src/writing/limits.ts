/** What a batcher keeps to where its options say nothing. */
export const batchLimits = {
  /** Statements under way at once: half the pool's connections, 4 at most; 1 for the embedded database. */
  slots: 4,
  /** Calls in a statement at most. More gain nothing. */
  batchSize: 64,
  /** Calls that wait at most, in all and of one merchant; further ones are refused. */
  queue: 1_000,
  merchantQueue: 500,
  /** How long a call waits in this process for an earlier one with its idempotency key, in ms. */
  keyWaitMs: 1_000,
};

export type BatchLimits = typeof batchLimits;
