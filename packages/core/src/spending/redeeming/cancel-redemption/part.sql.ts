import { json, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { earlierRedemption } from "../../../machinery/facts/index.ts";
import { check, from, merchantId, rowOf } from "../../../machinery/kernel/index.ts";
import type { LineState, RedemptionStatus } from "../types.ts";

// The part of a redemption that a cancel is about: all of it, a line, or less than the quantity of a line.

const { redemptions } = earlierRedemption;
const l = alias(schema.redemptionLines, "l");
const pl = alias(schema.redemptionLines, "pl");
const rw = alias(schema.rewards, "rw");
const v = alias(schema.vouchers, "v");

export const call = {
  /** The number of the line to cancel. If this and `lineRequestId` are null, the whole redemption. */
  line: "int | null",
  /** The request id of the line. */
  lineRequestId: "text | null",
  /** How many of the line. Null means all that is left of it. */
  qty: "int | null",
  /** An id for `redemption_cancels`. Null if no line is named. */
  cancelId: "bigint | null",
} as const;
const c = rowOf("c", call);

/** Whether the call names a line. */
export const isNamed = sql<boolean>`(${c.line} is not null or ${c.lineRequestId} is not null)`;

/** Whether the call says how many of a line it cancels. */
export const hasQty = sql<boolean>`(${c.qty} is not null)`;

/** Joins `ls`, all lines of the redemption `r`, and `pl`, the line that the call names. */
export const joins = (one: SQL) => sql`
  cross join lateral (select sum(${l.qty})::int as qty, count(*)::int as count,
      array_agg(${l.line} order by ${l.line}) filter (where ${l.requestId} = ${c.lineRequestId}) as requested,
      json_agg(${json({ line: l.line, qty: l.qty, canceledQty: l.canceledQty })} order by ${l.line}) as lines
    from ${from(l)} where ${l.merchantId} = ${merchantId} and ${l.redemptionId} = ${redemptions.id}) ls
  left join lateral (select pl.* from ${from(pl)}
    where ${pl.merchantId} = ${merchantId} and ${pl.redemptionId} = ${redemptions.id}
      and ${pl.line} = coalesce(${c.line}, ls.requested[1])
      and (${c.lineRequestId} is null or ${pl.requestId} = ${c.lineRequestId})${one}) pl on true`;

/** How many of the line are left. */
const left = sql<number>`case when ${redemptions.status} = 'Created' then ${pl.qty} - ${pl.canceledQty} else 0 end`;
const qty = sql<number>`coalesce(${c.qty}, ${left})`;

/** Whether the redemption, or the line that the call names, was canceled before. */
export const isDone = sql<boolean>`(${redemptions.status} = 'Canceled' or coalesce(${isNamed} and ${pl.qty} = ${pl.canceledQty}, false))`;

/** Whether the cancel leaves something of the redemption. */
export const isPart = sql<boolean>`(${isNamed} and not ${isDone} and ${redemptions.canceledQty} + ${qty} < ls.qty)`;

const whole = (ofPart: SQL, ofAll: SQL) =>
  sql`case when ${isPart} then ${ofPart} else ${ofAll} end`;

/** The stamps that come back: all that are left of the redemption unless the cancel leaves something of it. */
export const stampsBack = sql<number>`${whole(
  sql`${pl.stampsUsed} * ${qty} / ${pl.qty}`,
  sql`${redemptions.stampsUsed} - ${redemptions.stampsReturned}`,
)}`;

export const keeps = {
  canceledQty: redemptions.canceledQty,
  /** The line that is canceled in part. Null if nothing is left of the redemption. */
  line: sql<number | null>`case when ${isPart} then ${pl.line} end`,
  qty,
  cancelId: c.cancelId,
  isOpen: sql`(not ${isDone})`,
  stampsBack,
  becomes: sql<RedemptionStatus>`case when ${isDone} then ${redemptions.status} when ${isPart} then 'Created' else 'Canceled' end`,
  /** All that came back of the redemption, after the cancel. */
  stampsReturned: sql<number>`case when ${isPart} then ${redemptions.stampsReturned} + ${stampsBack}
      when ${isDone} and ${redemptions.status} = 'Created' then ${redemptions.stampsReturned}
      else ${redemptions.stampsUsed} end`,
};

export const shows = {
  lines: sql<readonly LineState[]>`ls.lines`,
  left: sql<number | null>`${left}`,
};

/** Whether the voucher `v` was issued by the line that the call names, if it names one. As text, over `pl`. */
export const isOfLine = `(c.line is null and c.line_request_id is null or coalesce(v.issued_by_line, 1) = pl.line)`;

/** How many vouchers the cancel withdraws, and how many of the line may be spent then. */
export const vouchers = {
  most: sql`${whole(qty, sql`cardinality(i.ids)`)}`,
  spendable: sql`${whole(sql`greatest(${left} - ${qty}, 0)`, sql`0`)}`,
};

type Seen = { readonly lines: readonly LineState[]; readonly left: number };
type Call = { readonly line: number | null };

/** Whether the redemption has such a line, and enough of it is left. */
export const checks = {
  lineIsOnlyOne: check({
    code: "invalid",
    holds: () => sql`${c.line} is not null or coalesce(cardinality(ls.requested), 0) < 2`,
    words: () => ({
      field: "line_request_id",
      message: "Several lines have this request_id. Send the number of one as line.",
      rule: "the request id is of one line",
    }),
  }),
  lineExists: check({
    code: "invalid",
    holds: () => sql`not ${isNamed} or ${pl.line} is not null`,
    words: ({ lines }: Pick<Seen, "lines">, { line }: Call) => ({
      field: line === null ? "line_request_id" : "line",
      message: `This redemption has no such line. Its lines are ${lines.map((each) => each.line).join(", ")}.`,
      rule: "the redemption has this line",
    }),
  }),
  vouchersNameLine: check({
    code: "invalid",
    holds: () => sql`not ${isNamed} or ls.count = 1 or not exists (select 1 from ${from(v)}
        where ${v.merchantId} = ${merchantId} and ${v.issuedByRedemptionId} = ${redemptions.id} and ${v.issuedByLine} is null)`,
    words: (_: unknown, { line }: Call) => ({
      field: line === null ? "line_request_id" : "line",
      message:
        "It is not recorded which line issued the vouchers of this redemption. Cancel it whole.",
      rule: "the vouchers of the redemption name their line",
    }),
  }),
  qtyIsLeft: check({
    code: "invalid",
    holds: () => sql`${c.qty} is null or ${c.qty} <= ${left}`,
    words: (
      { left: most }: Pick<Seen, "left">,
      { qty: wanted }: { readonly qty: number | null },
    ) => ({
      field: "qty",
      message:
        most > 0
          ? `From 1 to ${most}: no more is left of this line.`
          : "Nothing is left of this line.",
      rule: "so many of the line are left",
      expected: `${most} or less`,
      found: `${wanted}`,
    }),
  }),
  flexibleIsWhole: check({
    code: "invalid",
    holds:
      () => sql`${c.qty} is null or ${c.qty} = ${pl.qty} or ${pl.stampsUsed} % ${pl.qty} = 0 and not exists (
        select 1 from ${from(rw)} where ${rw.merchantId} = ${merchantId} and ${rw.id} = ${pl.rewardId} and ${rw.kind} = 'flexible')`,
    words: () => ({
      field: "qty",
      message: "The line of a flexible reward is canceled whole: leave qty out.",
      rule: "each of the line cost the same",
    }),
  }),
};
