/** A form of a statement: a variant of its SQL text. For a call that is done, all forms write the same. */
export type Form = {
  /** Whether the text is for one call, sent as parameters. Otherwise it is for many calls, sent as JSON. */
  readonly isSingle: boolean;
  /** Whether a call may have an idempotency key. */
  readonly isKeyed: boolean;
  /** The SQL after a locking clause such as `for update`. If empty, the statement waits for locked rows. */
  readonly skipLocked: "skip locked" | "";
  /**
   * Like `skipLocked`, but for a row that all calls of a batch change, such as one store's budget (`shared`
   * of `Operation`). The `crowd` form waits for this row only: if all calls skipped it, all of them would be
   * sent again.
   */
  readonly skipShared: "skip locked" | "";
  /**
   * Ends a look-up by a unique key. With `limit 1`, PostgreSQL runs an index scan for each of many calls,
   * whatever the table's statistics say. For a single call PostgreSQL does so without it.
   */
  readonly limit: " limit 1" | "";
};

const single = { isSingle: true, limit: "" } as const;
const many = { isSingle: false, limit: " limit 1", isKeyed: true } as const;
const skip = { skipLocked: "skip locked", skipShared: "skip locked" } as const;
const wait = { skipLocked: "", skipShared: "" } as const;

/**
 * The forms of a statement, by name. A single call costs the database 1.3 times as much in the form for many
 * calls. A call without a key costs 1.1 times as much in the form `keyed` as in `plain`.
 */
export const forms = {
  many: { ...many, ...skip },
  crowd: { ...many, ...skip, skipShared: "" },
  plain: { ...single, isKeyed: false, ...skip },
  keyed: { ...single, isKeyed: true, ...skip },
  waiting: { ...single, isKeyed: true, ...wait },
} as const satisfies Readonly<Record<string, Form>>;

export type FormName = keyof typeof forms;
