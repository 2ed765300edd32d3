/** Default limits of a pool. The API's environment variables can replace some of them. */
export const limits = {
  /** The most connections to a server. 8 were fastest in measurements with two cores. */
  connections: 8,
  /**
   * Longer than PostgreSQL's deadlock_timeout (1,000 ms), so that deadlocks are detected, and then retried.
   */
  lockTimeoutMs: 1_100,
  statementTimeoutMs: 10_000,
  /** The most statements that wait for a connection; further ones are refused. */
  queueLimit: 1_000,
  /** How long a statement waits for a connection before it is refused. */
  queueWaitMs: 2_000,
  /** A server that is silent for this long, while connecting or when probed, is given up. */
  connectTimeoutMs: 1_500,
  /** Each connection lives for a random part of this time, at least half, so that not all end together. */
  maxLifetimeS: 3_600,
};

/**
 * The time added to the server's own statement time-out before the connection is closed. Only a frozen or
 * unreachable server exceeds its own time-out.
 */
export const DEADLINE_MARGIN_MS = 1_000;

/**
 * Statements in flight at once on one connection. With a second statement waiting at the server, a short
 * statement takes a quarter less processor time. A third and fourth save a tenth more, but each statement
 * waits for the locks of the statements before it.
 */
export const DEPTH = 2;
