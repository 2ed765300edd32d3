/** Default limits of a pool; the API's settings have the same names. */
export const limits = {
  /** The most connections to a server. 8 were fastest with two cores. */
  connections: 8,
  /** Longer than PostgreSQL takes to detect a deadlock (1,000 ms), which is then retried. */
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
 * How much longer than the server's own limit a statement may take. Only a frozen or unreachable server
 * exceeds that limit.
 */
export const DEADLINE_MARGIN_MS = 1_000;

/**
 * Statements in flight at once on one connection. With a second one waiting at the server, a short
 * statement takes a quarter less processor time. A third and fourth save a tenth more, but each waits
 * behind the locks of those before it.
 */
export const DEPTH = 2;
