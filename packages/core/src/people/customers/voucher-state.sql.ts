import { now, once, rowsOf, schema } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";

const { stores, vouchers } = schema;

/**
 * A voucher's state. It is the first of these that applies: redeemed, inactive (withdrawn), expired, not
 * started, open.
 */
export type VoucherState = "open" | "redeemed" | "expired" | "not_started" | "inactive";

/** Parameters of `voucherDay` and `voucherState`. `timezone` is the merchant's. */
export type VoucherDay = {
  readonly storeId: number | null;
  readonly timezone: string;
  readonly offsetMs: number;
};

const storeZone = rowsOf(stores, { where: [eq(stores.id, sql.placeholder("storeId"))] }).value(
  sql<string>`${stores.timezone}`,
);

/**
 * The day with which a voucher's dates are compared: the current day in the store; without a store, in the
 * merchant's calendar.
 */
export const voucherDay = once(
  sql`(${now} at time zone coalesce(${storeZone}, ${sql.placeholder("timezone")}::text))::date`,
);

/** A voucher's state on `voucherDay`. */
export const voucherState = sql<VoucherState>`(case when ${vouchers.redeemedAt} is not null then 'redeemed'
  when not ${vouchers.isActive} then 'inactive' when ${vouchers.endDate} < ${voucherDay} then 'expired'
  when ${vouchers.startDate} > ${voucherDay} then 'not_started' else 'open' end)`;
