/** A store as a call names it: its id (a number or digits) or its code. */
export type StoreRef = string | number;

/** A store at the moment of a call. */
export type StoreNow = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly isActive: boolean;
  /** The day there now, `YYYY-MM-DD`. */
  readonly today: string;
  /** The time of day there now, `HH:MM:SS`. */
  readonly time: string;
};
