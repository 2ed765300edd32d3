import { type DocumentOf, json, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { eq, isNull, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { showCustomers } from "../../people/customers/index.ts";
import {
  checked,
  extraData,
  lineFields,
  linesInOrder,
  vouchersOfRedemption,
} from "./redemption.sql.ts";
import { customers, redemptionListed, redemptions, stores } from "./redemptions.sql.ts";

const { promoCodes, redemptionLines: lines, rewards, transactions: sales, vouchers } = schema;

const businessDay = sql<string>`(${redemptions.createdAt} at time zone ${stores.timezone})::date`;

/** The time zone of the store of a redemption `r`, for conditions before the store is joined. */
export const zoneOfStore = rowsOf(stores, { where: [eq(stores.id, redemptions.storeId)] }).value(
  sql<string>`${stores.timezone}`,
);

/**
 * The fields of a redemption `r`, its customer `c` and its store `s` that tokens read. The statement must
 * have the parameter `merchantId`.
 */
export const wholeRedemption = {
  ...redemptionListed,
  /** `showCustomers` leaves out names that the caller may not see. */
  customer: json({ id: customers.id, name: sql<string | null>`${customers.name}` }),
  store: json({ id: stores.id, code: stores.code, name: stores.name }),
  /** The store's local day on which the redemption was made. */
  businessDay,
  extraData,
  /** The sale of the same customer, store, business day and invoice number. Null if there is none. */
  saleId: rowsOf(sales, {
    where: [
      eq(sales.invoiceNumber, redemptions.invoiceNumber),
      eq(sales.businessDay, businessDay),
      eq(sales.storeId, redemptions.storeId),
      isNull(sales.supersededById),
      eq(sales.customerId, redemptions.customerId),
    ],
  }).value(sql<number>`${sales.id}`),
  lines: linesInOrder
    .leftJoin(rewards, eq(rewards.id, lines.rewardId))
    .leftJoin(vouchers, eq(vouchers.id, lines.voucherId))
    .leftJoin(promoCodes, eq(promoCodes.id, lines.promoCodeId))
    .list({
      ...lineFields,
      code: sql<string>`coalesce(${rewards.code}, ${vouchers.code}, ${promoCodes.code}, '')`,
    }),
  ...vouchersOfRedemption,
};

/** A redemption as tokens read it. */
export type WholeRedemption = DocumentOf<typeof wholeRedemption>;

/** Joins the customer `c` and the store `s` of redemptions `r`. */
export const withCustomerAndStore = (rows: ReturnType<typeof rowsOf>) =>
  rows
    .join(customers, eq(customers.id, redemptions.customerId))
    .leftJoin(stores, eq(stores.id, redemptions.storeId));

const one = read("get_whole_redemption", (p: Parameters<{ readonly redemptionId: number }>) =>
  withCustomerAndStore(rowsOf(redemptions, { where: [eq(redemptions.id, p("redemptionId"))] })).one(
    wholeRedemption,
  ),
);

/**
 * Returns a redemption as tokens read it. Its customer counts as shown if the token may see members. Throws
 * `redemption_not_found`, `permission_denied` if the redemption was made in a store that is not the caller's,
 * and `too_many_attempts`. Interface 3, R12.
 */
export async function getWholeRedemption(
  ctx: CoreContext,
  redemptionId: number,
): Promise<WholeRedemption> {
  const merchantId = ctx.caller.merchant.id;
  const found = checked(ctx, await run(ctx.db, one, { merchantId, redemptionId }));
  const [shown = found] = await showCustomers(ctx, [found]);
  return shown;
}
