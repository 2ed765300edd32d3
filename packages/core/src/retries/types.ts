/** The stored outcome of an idempotency key. */
export type KeptOutcome = {
  readonly fingerprint: string;
  readonly outcome: { readonly frame: unknown; readonly changed: unknown };
};
