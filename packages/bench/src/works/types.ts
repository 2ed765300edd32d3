import type { Variables } from "../product/template.ts";

/** One redeeming operation, the same for all contestants. `n` is the number of a call within the run. */
export type Work = {
  readonly name: "redeem-voucher" | "redeem-reward" | "deduct-value";
  readonly path: string;
  readonly procedure: string;
  /** The kind of voucher that each call needs; null if it needs none. */
  readonly supply: "plain" | "dynamic" | null;
  readonly body: (n: number, customers: number) => Readonly<Record<string, unknown>>;
  /** The values of a call that appear in its statement, by name. */
  readonly variables: (n: number, customers: number, redemption: number) => Variables;
  /** pgbench commands that compute these values, from its variables `n`, `customers` and `redemption`. */
  readonly sets: readonly string[];
};
