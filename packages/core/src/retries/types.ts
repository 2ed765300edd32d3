/** The parameters of a save that speak of its idempotency key. */
export type Keyed = {
  readonly operation: string;
  readonly key: string | null;
  readonly fingerprint: string | null;
  /** The frame as JSON where there is a key; an outcome is told from it and from what changed. */
  readonly frame: string | null;
};
