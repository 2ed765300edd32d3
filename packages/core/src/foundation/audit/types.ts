/** A refused call. `storeId` and `customerId` are null if absent or unknown. */
export type RefusedCall = {
  /** The procedure's name. */
  readonly operation: string;
  readonly storeId: number | null;
  readonly customerId: number | null;
  /** What the call is about, such as `voucher 4` or `store 7`. Never a voucher or promo code, or a secret. */
  readonly subject: string;
};

/** A row that breaks an invariant of `packages/db/src/oracle.sql`. */
export type BrokenInvariant = {
  readonly merchantId: number;
  readonly invariant: string;
  /** The id of the broken row. Null if the row has no id. */
  readonly subject: number | null;
  readonly detail: string;
};
