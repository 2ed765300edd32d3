import type { Place, Row, Statement } from "./statement.ts";

/** An operation whose calls are written in batches. */
export type Operation<Call, Seen, Done> = {
  /** The operation's name in idempotency keys. */
  readonly name: string;
  readonly statement: Statement<Call, Seen, Done>;
  /**
   * What a call changes, such as `customer 12`. A process never has two calls of one merchant and operation
   * with a common subject under way at the same time.
   */
  readonly subjects: (call: Call) => readonly string[];
  /**
   * Subjects that several calls of one batch may have in common. While the batch is under way, its process
   * sends no other call with one of them. If all calls of a batch have the same first shared subject, the
   * statement waits for the row of this subject (`skipShared` of `Form`).
   */
  readonly shared?: (call: Call) => readonly string[];
  /**
   * The number of vouchers that a call issues; by default 0. A batch issues at most 500, unless it is a
   * single call.
   */
  readonly weight?: (call: Call) => number;
};

/** How a call is sent. */
export type Sending = {
  readonly place: Place;
  /** The deadline, in milliseconds of `performance.now`. If the call was not sent by then, it fails. */
  readonly until: number;
  /** Whether the call is sent alone, and waits for locks instead of skipping them. */
  readonly waits: boolean;
  /** The call's idempotency key; null if it has none. */
  readonly key: string | null;
  /** Whether the call was sent before. */
  readonly isRetry: boolean;
};

/** Functions that send calls to the database. A batcher sends many calls in one statement. */
export type Writing = {
  /**
   * Sends the call and returns its row. Throws `overloaded` if too many calls wait, or if the call was not
   * sent before its deadline. Throws `idempotency_key_in_use` if the call waited a second for another call
   * with its key. Throws `CallerGone` if the caller left before the call was sent, and the database's error
   * if the statement failed.
   */
  readonly write: <Call, Seen, Done>(
    operation: Operation<Call, Seen, Done>,
    call: Call,
    sending: Sending,
  ) => Promise<Row<Seen, Done>>;
  /**
   * Returns how long the oldest call of a merchant that an operation made (`callerOperation`) has waited for
   * a slot, in milliseconds; 0 if none waits. Ignores calls that wait for another call with their subject,
   * because they need no slot yet.
   */
  readonly waitedMs: (merchantId: number, operation?: string) => number;
};
