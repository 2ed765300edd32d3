/** What a pool keeps to where its options say nothing; the API's settings have the same names. */
export const limits = {
  /** Connections to a server at most; 8 serve two cores best. */
  connections: 8,
  /** Longer than a deadlock takes to be found, which is after 1,000 ms and is tried again. */
  lockTimeoutMs: 1_100,
  statementTimeoutMs: 10_000,
  /** Statements that wait for a connection at most; further ones are refused. */
  queueLimit: 1_000,
  /** How long a statement waits for a connection before it is refused. */
  queueWaitMs: 2_000,
  /** A server that says nothing for so long while a connection is made, or when it is probed, is given up. */
  connectTimeoutMs: 1_500,
  /** A connection is used for half of this to the whole of it, so that not all end together. */
  maxLifetimeS: 3_600,
};

/** The server ends a statement first; only one that is frozen or away lets it come to this. */
export const DEADLINE_MARGIN_MS = 1_000;

/**
 * Statements under way at once on one connection. The second is there when the server has answered
 * the first, which saves a quarter of the processor time of a short statement; a third and fourth
 * save a tenth more, but each waits behind the locks of those before it.
 */
export const DEPTH = 2;
