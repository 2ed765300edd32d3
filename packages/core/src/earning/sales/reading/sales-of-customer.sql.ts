import { isAnyOf, optional, rowsOf, run, statement } from "@stampbook/db";
import { desc, eq, gte, lt, lte, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../../foundation/failures.ts";
import {
  customerArm,
  customerParameters,
  type Identifier,
  identifierForms,
  readIdentifier,
} from "../../../people/customers/index.ts";
import { type SaleListed, saleListed, sales, stores } from "./sale.sql.ts";

const p = sql.placeholder;

/** Filters of a customer's sales; null means no filter. `from` and `to` are business days, both inclusive. */
type SalesInput = {
  readonly user: Identifier;
  /** Only sales with a smaller id than this, the last id of the previous page. */
  readonly before: number | null;
  /** Only sales of one of these channels. */
  readonly channels: readonly number[] | null;
  readonly from: string | null;
  readonly to: string | null;
};

/** Whether the customer exists, and at most `limit` of the customer's sales. */
type SalesSeen = { readonly isKnown: boolean; readonly sales: readonly SaleListed[] };

const found = rowsOf(sales, {
  where: [
    eq(sales.customerId, sql`(select id from customer)`),
    optional(p("before"), lt(sales.id, sql`${p("before")}`)),
    optional(p("channels"), isAnyOf(sales.channel, p("channels"))),
    optional(p("from"), gte(sales.businessDay, sql`${p("from")}`)),
    optional(p("to"), lte(sales.businessDay, sql`${p("to")}`)),
    optional(p("stores"), isAnyOf(sales.storeId, p("stores"))),
  ],
  orderBy: [desc(sales.id)],
  limit: sql`${p("limit")}`,
})
  .join(stores, eq(stores.id, sales.storeId))
  .list(saleListed);

const load = statement<SalesSeen>(
  "list_sales_of_customer",
  { customer: customerArm },
  sql`json_build_object('isKnown', exists (select 1 from customer), 'sales', ${found})`,
);

/** Reads at most `limit` sales of a customer in the caller's stores, the highest id first. */
function selectSalesOfCustomer(
  ctx: CoreContext,
  { user, before, channels, from, to }: SalesInput,
  limit: number,
): Promise<SalesSeen> {
  const { merchant, stores } = ctx.caller;
  return run(ctx.db, load, {
    merchantId: merchant.id,
    ...customerParameters(readIdentifier(user, identifierForms, merchant.country)),
    ...{ before, from, to, limit },
    channels: channels && `{${channels.join(",")}}`,
    stores: stores && `{${stores.join(",")}}`,
  });
}

const PAGE = 20;

/**
 * Returns at most 20 of a customer's sales in the caller's stores, the highest id first. `hasNext`: whether
 * there are more sales. Throws `invalid_user`. Interface 2, section 3.
 */
export async function listSalesOfCustomer(
  ctx: CoreContext,
  input: SalesInput,
): Promise<{ readonly sales: readonly SaleListed[]; readonly hasNext: boolean }> {
  const { isKnown, sales } = await selectSalesOfCustomer(ctx, input, PAGE + 1);
  if (!isKnown) throw new Failure(unknownCustomer);
  return { sales: sales.slice(0, PAGE), hasNext: sales.length > PAGE };
}
