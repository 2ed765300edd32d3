/** What was refused; absent parts are null. */
export type RefusedCall = {
  /** The procedure's name. */
  readonly operation: string;
  readonly storeId: number | null;
  readonly customerId: number | null;
  /** What was to be redeemed or canceled: `voucher 4`; never a code or a secret. */
  readonly subject: string;
};

/** A row that breaks an invariant of `packages/db/src/oracle.sql`. */
export type BrokenInvariant = {
  readonly merchantId: number;
  readonly invariant: string;
  /** The id of what is broken, where it has one. */
  readonly subject: number | null;
  readonly detail: string;
};
