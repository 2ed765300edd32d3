import { isAnyOf, optional, rowsOf, run, statement } from "@stampbook/db";
import { desc, eq, gte, lt, lte, sql } from "drizzle-orm";
import type { CoreContext } from "../../context.ts";
import {
  customerArm,
  customerParameters,
  type Identifier,
  identifierForms,
  readIdentifier,
} from "../../customers/index.ts";
import { type SaleListed, s, saleListed, t } from "./sale.sql.ts";

const p = sql.placeholder;

/** Filters of a customer's sales; null means no filter. `from` and `to` are business days, both inclusive. */
export type SalesInput = {
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

const sales = rowsOf(t, {
  where: [
    eq(t.customerId, sql`(select id from customer)`),
    optional(p("before"), lt(t.id, sql`${p("before")}`)),
    optional(p("channels"), isAnyOf(t.channel, p("channels"))),
    optional(p("from"), gte(t.businessDay, sql`${p("from")}`)),
    optional(p("to"), lte(t.businessDay, sql`${p("to")}`)),
    optional(p("stores"), isAnyOf(t.storeId, p("stores"))),
  ],
  orderBy: [desc(t.id)],
  limit: sql`${p("limit")}`,
})
  .join(s, eq(s.id, t.storeId))
  .list(saleListed);

const load = statement<SalesSeen>(
  "list_sales_of_customer",
  { customer: customerArm },
  sql`json_build_object('isKnown', exists (select 1 from customer), 'sales', ${sales})`,
);

/** Reads at most `limit` sales of a customer in the caller's stores, the highest id first. */
export function selectSalesOfCustomer(
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
