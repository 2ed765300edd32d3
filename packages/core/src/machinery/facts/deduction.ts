import { type SQL, sql } from "drizzle-orm";
import type { Voucher } from "../../holding/vouchers/index.ts";
import { check, fact, rowOf, updateFrom } from "../kernel/index.ts";
import { vouchers } from "./voucher.ts";

const call = {
  /** Null if the value is too large for any voucher. */
  value: "numeric | null",
  /** The value in the request's words. */
  asked: "text",
} as const;
const c = rowOf("c", call);
const l = rowOf("l", { value: 0, voucherId: 0, now: 0 });

/** The value to deduct from the call's voucher. */
export const found = fact({
  call,
  joins: () => sql``,
  keeps: { value: c.value as SQL<string | null> },
  shows: {},
});

export const isDynamic = check({
  code: "voucher_value_not_dynamic",
  holds: () => sql`${vouchers.remainingValue} is not null`,
  words: () => ({
    message: "This voucher has no dynamic value",
    rule: "voucher has a dynamic value",
    expected: "a dynamic value",
    found: "none",
  }),
});

/** What words read of the call. */
type Asked = { readonly asked: string };

export const isPositive = check({
  code: "invalid",
  holds: () => sql`${c.value} is null or ${c.value} > 0`,
  words: (_: unknown, { asked }: Asked) => ({
    field: "value",
    message: "An amount above zero with at most two decimal places is expected.",
    rule: "a deduction is above zero",
    found: asked,
  }),
});

export const isLeft = check({
  code: "insufficient_voucher_value",
  again: "v",
  holds: ({ value }: { readonly value: SQL }) => sql`${vouchers.remainingValue} >= ${value}`,
  words: ({ voucher }: { readonly voucher: Voucher }, { asked }: Asked) => ({
    message: `Not enough value: has ${voucher.remainingValue}, needs ${asked}`,
    rule: "voucher has the value left",
    expected: asked,
    found: voucher.remainingValue ?? "",
  }),
});

/** Deducts the values. A voucher is spent when nothing is left. */
export const deduct = (isOwned: SQL) =>
  updateFrom(
    vouchers,
    {
      remainingValue: sql`${vouchers.remainingValue} - ${l.value}`,
      redeemedAt: sql`case when ${vouchers.remainingValue} = ${l.value} then ${l.now} end`,
    },
    {
      from: sql`locked l`,
      where: sql`${vouchers.id} = ${l.voucherId} and ${isOwned}`,
      returning: sql`l.*, ${vouchers.remainingValue} as value_left`,
    },
  );
