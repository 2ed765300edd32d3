import { schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Refusal } from "../../../foundation/failures.ts";
import {
  checkIssued,
  type IssuedVoucher,
  issuedVouchers,
} from "../../../holding/vouchers/index.ts";
import { check, fact, fragmentOf, lock, rowOf, updateFrom } from "../../kernel/index.ts";

const v = alias(schema.vouchers, "v");

/**
 * The vouchers that a redemption or a sale issued, with their replacements. `isOf` is SQL text over the voucher
 * `v`. Those that are open are withdrawn if `isWithdrawn`, at most `most` of them.
 */
export const found = (
  isOf: string,
  isWithdrawn: SQL,
  isShown: SQL,
  most = sql`cardinality(i.ids)`,
) =>
  fact({
    call: {},
    joins: () => fragmentOf(issuedVouchers(isOf)),
    keeps: {
      issuedIds: sql`case when ${isWithdrawn} then i.ids[1:${most}] end`,
      issuedWorths: sql`i.worths`,
    },
    shows: {
      issued: sql<readonly IssuedVoucher[]>`case when ${isShown} then i.issued else '[]' end`,
    },
  });

/** Whether none of the vouchers is spent, or at most `spendable` of them. Refuses on `field`, if it is given. */
export const areUnspent = (
  isWithdrawn: SQL,
  issuer: "redemption" | "transaction",
  { spendable = sql`0`, field }: { readonly spendable?: SQL; readonly field?: string } = {},
) =>
  check({
    code: "voucher_already_redeemed",
    holds: () => sql`not ${isWithdrawn} or i.spent <= ${spendable}`,
    // one of them is spent
    words: ({ issued }: { readonly issued: readonly IssuedVoucher[] }) => ({
      ...(checkIssued(issued, issuer) as Refusal),
      ...(field && { field }),
    }),
  });

const b = rowOf("b", { issuedIds: 0, issuedWorths: 0 });

/** Locks the vouchers to withdraw, if none has been used since. */
export const locked = lock({
  row: "v",
  table: v,
  merchantId: v.merchantId,
  strength: "no key update",
  each: b.issuedIds,
  is: sql`${v.id} = w.id and ${v.redeemedAt} is null
      and coalesce(${v.remainingValue}, 0) = (${b.issuedWorths})[array_position(${b.issuedIds}, w.id)]`,
});

/** Makes the vouchers of the rows of `changes` inactive. */
export const withdraw = (changes: "canceled" | "changed") =>
  updateFrom(
    v,
    { isActive: sql`false` },
    {
      from: sql`${sql.raw(changes)} s`,
      where: sql`${v.id} = any (s.issued_ids)`,
      returning: sql`${v.id}`,
    },
  );
