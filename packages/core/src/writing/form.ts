/** A form of a statement. Each form has its own SQL text. All forms have the same effect. */
export type Form = {
  /** Whether the text takes one call, whose values are parameters. Else it takes many, as JSON. */
  readonly isSingle: boolean;
  /** Whether a call may have an idempotency key. */
  readonly isKeyed: boolean;
  /** SQL after a locking clause such as `for update`: skips locked rows, or waits for them if empty. */
  readonly skipLocked: "skip locked" | "";
  /** As `skipLocked`, for a row that all calls share (`shared` of `Operation`). */
  readonly skipShared: "skip locked" | "";
  /**
   * Ends a look-up by a unique key. For many calls it is `limit 1`: each look-up is then an index scan
   * of its own, whatever the statistics say. The planner does this for one call anyway.
   */
  readonly limit: " limit 1" | "";
};

const single = { isSingle: true, limit: "" } as const;
const many = { isSingle: false, limit: " limit 1", isKeyed: true } as const;
const skip = { skipLocked: "skip locked", skipShared: "skip locked" } as const;
const wait = { skipLocked: "", skipShared: "" } as const;

/**
 * The forms of a statement. A single call would cost the database 1.3 times as much in the form for many, and
 * one without a key 1.1 times as much in the form for keys.
 */
export const forms = {
  many: { ...many, ...skip },
  crowd: { ...many, ...skip, skipShared: "" },
  plain: { ...single, isKeyed: false, ...skip },
  keyed: { ...single, isKeyed: true, ...skip },
  waiting: { ...single, isKeyed: true, ...wait },
} as const satisfies Readonly<Record<string, Form>>;

export type FormName = keyof typeof forms;
