import type { Variables } from "../product/template.ts";

/** One redeeming operation, as everybody who is compared does it. `n` numbers the calls of a run. */
export type Work = {
  readonly name: "redeem-voucher" | "redeem-reward" | "deduct-value";
  readonly path: string;
  readonly procedure: string;
  /** Which vouchers the calls need, one a call. */
  readonly supply: "plain" | "dynamic" | null;
  readonly body: (n: number, customers: number) => Readonly<Record<string, unknown>>;
  /** What of a call stands in its statement, by name. */
  readonly variables: (n: number, customers: number, redemption: number) => Variables;
  /** The same for pgbench, from its variables n, customers and redemption. */
  readonly sets: readonly string[];
};
