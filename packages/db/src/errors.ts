import { DrizzleQueryError } from "drizzle-orm/errors";
import { isAway } from "./pool/is-away.ts";

/** A guard in the statement failed, and the whole statement was rolled back. */
export class GuardRefused extends Error {
  override readonly name = "GuardRefused";
  readonly guard: string;
  constructor(guard: string) {
    super(`guard refused: ${guard}`);
    this.guard = guard;
  }
}

/** The database returned no row for a `Statement`, which always returns one row. The result is unknown. */
export class MissingRow extends Error {
  override readonly name = "MissingRow";
  constructor(statement: string) {
    super(`The statement ${statement} came back without its row.`);
  }
}

/** The SQLSTATE that the SQL function `stampbook_refuse` raises. */
const REFUSED = "SB001";

/**
 * An error with a SQLSTATE (`code`): one that the database reported, or `NoServer`. `where` is the place in
 * the statement.
 */
export type DatabaseError = Error & { readonly code: string; readonly where?: string };

/**
 * Whether an error has a SQLSTATE. Node's EPIPE is as long as a SQLSTATE, so the code must contain a digit.
 */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return (
    error instanceof Error && "code" in error && /^(?=.*\d)[0-9A-Z]{5}$/.test(String(error.code))
  );
}

/**
 * Whether the server itself reported an ERROR, which rolls the statement back. After a FATAL, a lost
 * connection or our own deadline, the statement may have been committed.
 */
export function wasRolledBack(error: unknown): boolean {
  if (error instanceof GuardRefused) return true;
  return (
    isDatabaseError(error) && "severity" in error && error.severity === "ERROR" && !isAway(error)
  );
}

/**
 * Removes drizzle's wrapper from an error. The wrapper's message contains parameters, and some of them are
 * secrets. Turns the error of a failed guard into `GuardRefused`.
 */
export function withoutParameters(error: unknown): unknown {
  const cause =
    error instanceof DrizzleQueryError ? (error.cause ?? new Error("Failed query")) : error;
  return isDatabaseError(cause) && cause.code === REFUSED ? new GuardRefused(cause.message) : cause;
}
