import { type SQL, sql } from "drizzle-orm";
import { mostOf } from "../../foundation/limits.rules.ts";
import { addDays, issue, type VoucherTemplate } from "../../holding/vouchers/index.ts";
import { check, fact, rowOf } from "../kernel/index.ts";
import * as audit from "./audit.ts";
import { day } from "./member.ts";
import { document, templates } from "./template.ts";

const call = {
  /** The value of each voucher; null is the template's own. */
  value: "numeric | null",
  /** The first day; null is today. */
  startDate: "date | null",
  /** The current day in the store of the call. Null without a store: the merchant's day. */
  today: "date | null",
  /** How many vouchers to make. */
  quantity: "int",
  /** A list of `NewVoucher`; null until the vouchers are made. */
  vouchers: "json | null",
} as const;
const c = rowOf("c", call);

/** The days before today by which vouchers may begin, and still have not ended. */
const back = sql`least(${sql.raw(String(mostOf.startDays))}, coalesce(${templates.validityDays}, ${sql.raw(String(mostOf.startDays))}))`;
const today = sql<string>`d.today`;

/** Vouchers of the call's template to make and to issue, with the day that is today for them. */
export const found = fact({
  call,
  joins: () => sql`
  cross join lateral (select coalesce(${c.today}, ${day}) as today, ${back} as back) d`,
  keeps: { value: c.value as SQL<string | null> },
  shows: { template: document, channels: templates.channels, today },
});

export const lacksVouchers = sql`${c.vouchers} is null`;

/**
 * CTEs that write the vouchers of the calls, and for each call an audit entry. `holder` is SQL text of a voucher's
 * customer, over a row of `changed` and `i`, the voucher.
 */
export const written = (
  holder: (row: string) => string,
  columns: Omit<NonNullable<Parameters<typeof issue>[2]>, "holder">,
) => sql`${sql.raw(issue("calls", "changed", { ...columns, holder: holder("s") }))},
entry as (${audit.entries({
  // vouchers that a token issues too
  action: "catalogue.issueVouchers",
  details: `(select json_build_object('vouchers', json_agg(json_build_object('id', i.id,
      'customerId', ${holder("d")}) order by i.id)) from new_vouchers i where i.n = d.n)`,
})})`;

type Valued = { readonly value: SQL };
type Dated = { readonly today: string; readonly template: VoucherTemplate };

/** Whether the value fits the template, and the vouchers begin near today and have not ended. */
export const checks = {
  // not judged again: a template stays dynamic or not
  valueIsForDynamic: check({
    code: "voucher_value_not_dynamic",
    holds: ({ value }: Valued) => sql`${templates.isDynamic} or ${value} is null`,
    words: (_: unknown, { value }: { readonly value: string | null }) => ({
      message: "Vouchers of this template have a fixed value",
      rule: "a value is given for dynamic vouchers only",
      expected: "no value",
      found: value ?? "",
    }),
  }),
  valueIsGiven: check({
    code: "required",
    again: "t",
    holds: ({ value }: Valued) =>
      sql`not ${templates.isDynamic} or coalesce(${value}, ${templates.value}) > 0`,
    words: () => ({
      field: "value",
      message: "This field is required.",
      rule: "a dynamic voucher has a value",
    }),
  }),
  startIsNear: check({
    code: "invalid",
    holds: () =>
      sql`${c.startDate} is null or ${c.startDate} between ${today} - d.back and ${today} + ${sql.raw(String(mostOf.startDays))}`,
    words: ({ today, template }: Dated, { startDate }: { readonly startDate: string | null }) => {
      const most = mostOf.startDays;
      const first = addDays(today, -Math.min(most, template.validityDays ?? most));
      const last = addDays(today, most);
      return {
        field: "start_date",
        message: `A day from ${first} to ${last} is expected.`,
        rule: "vouchers have not ended when they are issued",
        expected: `${first} to ${last}`,
        found: startDate ?? "",
      };
    },
  }),
};
