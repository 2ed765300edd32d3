/** A store in a call's input: its id (a number or digits) or its code. */
export type StoreRef = string | number;

/** A store at the moment of a call. */
export type StoreNow = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly isActive: boolean;
  /** The current day there, `YYYY-MM-DD`. */
  readonly today: string;
  /** The current time of day there, `HH:MM:SS`. */
  readonly time: string;
};
