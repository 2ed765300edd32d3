/** The calls that a client sends in turn, and the tokens and users that it uses in turn. */
export type Menu = {
  readonly tokens: readonly string[];
  readonly users: readonly string[];
  /** `$n` in a body stands for the call's number, and `$user` for the customer of that number. */
  readonly calls: readonly { readonly path: string; readonly body: string }[];
};

/** The task of a client. */
export type LoadOrder = {
  readonly port: number;
  readonly menu: Menu;
  /** The number of the first call. */
  readonly first: number;
  readonly perSecond: number;
  readonly seconds: number;
  readonly patienceMs?: number;
};

export type LoadResult = {
  /** Calls that were due. Each is counted once in `statuses`. */
  readonly sent: number;
  readonly seconds: number;
  /**
   * Calls by HTTP status. `hung up`: no answer before the till gave up. `lost`: the connection was cut.
   * `unsent`: no connection was free, and none could be opened.
   */
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds from a call's due time to its answer. */
  readonly took: { readonly 200: number[]; readonly 503: number[] };
  /** The part of the time in which the client was busy, 0 to 1. */
  readonly busy: number;
  readonly faults: readonly string[];
};
