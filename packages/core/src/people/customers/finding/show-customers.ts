import { allows } from "../../../entering/access/index.ts";
import { countCustomersOfList } from "../../../foundation/budgets/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";

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
  if (caller.kind === "token" && !allows(caller.scopes, "members")) return rows.map(withoutName);
  const shown = new Set(rows.flatMap(({ customer }) => (customer ? [customer.id] : [])));
  await countCustomersOfList(ctx, shown.size);
  return rows;
}

const withoutName = <Row extends OfCustomer>(row: Row): Row => ({
  ...row,
  customer: row.customer && { ...row.customer, name: null },
});

/**
 * Like `showCustomers`, for a row that a call has changed, which must be answered: if the token may be shown no
 * more customers, the name is null.
 */
export async function showChanged<Row extends OfCustomer>(
  ctx: CoreContext,
  row: Row,
): Promise<Row> {
  try {
    const [shown = row] = await showCustomers(ctx, [row]);
    return shown;
  } catch (error) {
    if (error instanceof Failure && error.code === "too_many_attempts") return withoutName(row);
    throw error;
  }
}
