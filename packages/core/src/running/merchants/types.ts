/** A store in a call's input: its id, as a number or digits, or its code. */
export type StoreRef = string | number;

/** A store, and its local day and time when it was read. */
export type StoreNow = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly isActive: boolean;
  /** The day in the store's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** The time of day in the store's time zone, `HH:MM:SS`. */
  readonly time: string;
};
