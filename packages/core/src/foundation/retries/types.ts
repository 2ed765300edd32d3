/** The stored outcome of an idempotency key, with the fingerprint of the key's first call. */
export type KeptOutcome = {
  readonly fingerprint: string;
  readonly outcome: { readonly frame: unknown; readonly changed: unknown };
};
