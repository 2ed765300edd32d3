/** A refused call; missing parts are null. */
export type RefusedCall = {
  /** The procedure's name. */
  readonly operation: string;
  readonly storeId: number | null;
  readonly customerId: number | null;
  /** The item to redeem or cancel: `voucher 4`; never a code or a secret. */
  readonly subject: string;
};

/** A row that breaks an invariant of `packages/db/src/oracle.sql`. */
export type BrokenInvariant = {
  readonly merchantId: number;
  readonly invariant: string;
  /** The id of the broken row; null if it has none. */
  readonly subject: number | null;
  readonly detail: string;
};
