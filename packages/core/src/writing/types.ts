import type { Place, Row, Statement } from "./statement.ts";

/** An operation whose calls are written in batches. */
export type Operation<Call, Seen, Done> = {
  /** Names the operation in idempotency keys. */
  readonly name: string;
  readonly statement: Statement<Call, Seen, Done>;
  /** What a call changes. Two calls with a subject in common are never under way together. */
  readonly subjects: (call: Call) => readonly string[];
  /**
   * Subjects that all calls of one batch may have in common. While the batch is under way, no other call that
   * has one of them is sent. If the statement locks the subject's row with `skipShared`, a batch in which all
   * calls have the same first one waits for the row.
   */
  readonly shared?: (call: Call) => readonly string[];
  /**
   * How many vouchers a call issues, if it can be many. A batch issues 500 at most, unless one call alone
   * issues more.
   */
  readonly weight?: (call: Call) => number;
};

/** How a call is sent. */
export type Sending = {
  readonly place: Place;
  /** When the call fails if it was not sent by then, in milliseconds of `performance.now`. */
  readonly until: number;
  /** Whether the call is sent alone, and waits for locks instead of skipping them. */
  readonly waits: boolean;
  /** The call's idempotency key. */
  readonly key: string | null;
  /** Whether the call was sent before. */
  readonly isRetry: boolean;
};

/** Sends calls to the database, many in a statement. */
export type Writing = {
  /**
   * Returns the call's row. Fails with `overloaded` if too many calls wait or it was not sent in time,
   * with `idempotency_key_in_use` if it waited a second for a call with its key, with `CallerGone` if
   * its caller left before it was sent, and with the database's error if the statement failed.
   */
  readonly write: <Call, Seen, Done>(
    operation: Operation<Call, Seen, Done>,
    call: Call,
    sending: Sending,
  ) => Promise<Row<Seen, Done>>;
  /**
   * How long the oldest call of a merchant has waited for a slot, in milliseconds; 0 if none waits. A call
   * that waits for another one with its subject does not count, because it does not need a slot yet.
   */
  readonly waitedMs: (merchantId: number) => number;
};
