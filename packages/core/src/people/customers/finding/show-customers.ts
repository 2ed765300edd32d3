import { allows } from "../../../entering/access/index.ts";
import { countCustomersOfList } from "../../../foundation/budgets/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";

type OfCustomer = {
  readonly customer: { readonly id: number; readonly name: string | null } | null;
};

/**
 * Returns the rows of a list as a token may see them: the names of customers are null without the scope
 * `members`. With it, each customer in the rows counts once as shown. Throws `too_many_attempts`.
 */
export async function showCustomers<Row extends OfCustomer>(
  ctx: CoreContext,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const { caller } = ctx;
  if (caller.kind === "token" && !allows(caller.scopes, "members"))
    return rows.map((row) => ({
      ...row,
      customer: row.customer && { ...row.customer, name: null },
    }));
  const shown = new Set(rows.flatMap(({ customer }) => (customer ? [customer.id] : [])));
  await countCustomersOfList(ctx, shown.size);
  return rows;
}
