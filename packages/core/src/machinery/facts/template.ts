import { jsonIf, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { VoucherTemplate } from "../../holding/vouchers/index.ts";
import { wouldHoldNothing } from "../../running/catalogue/index.ts";
import { check, fact, from, lock, merchantId, rowOf } from "../kernel/index.ts";
import { day } from "./member.ts";

export const templates = alias(schema.voucherTemplates, "t");

const call = { template: "bigint" } as const;
const c = rowOf("c", call);

const keeps = { templateId: templates.id };
const b = rowOf("b", keeps);

/** What vouchers are made from. */
export const document = sql<VoucherTemplate | null>`${jsonIf(templates.id, {
  id: templates.id,
  name: templates.name,
  value: templates.value,
  isDynamic: templates.isDynamic,
  validityDays: templates.validityDays,
  pictureUrl: templates.pictureUrl,
  description: templates.description,
  shortDescription: templates.shortDescription,
  instructions: templates.instructions,
  termsAndConditions: templates.termsAndConditions,
  extraData: templates.extraData,
})}`;

/** The call's voucher template. */
export const found = fact({
  call,
  joins: ({ limit }) => sql`
  left join lateral (select t.* from ${from(templates)} where ${templates.merchantId} = ${merchantId}
    and ${templates.id} = ${c.template}${sql.raw(limit)}) t on true`,
  keeps,
  shows: {},
});

/** Locks the template, because what the call writes refers to it. */
export const locked = lock({
  row: "t",
  table: templates,
  merchantId: templates.merchantId,
  strength: "key share",
  is: sql`${templates.id} = ${b.templateId}`,
});

/** Locks the template of the vouchers that the call issues, if it issues any. */
export const lockedIfAny = lock({ ...locked, onlyIf: b.templateId });

/** Whether the template exists, and is not dynamic without a value above 0. */
export const checks = {
  templateExists: check({
    code: "invalid_voucher_template",
    holds: () => sql`${templates.id} is not null`,
    words: () => ({ field: "templateId", message: "There is no such voucher template." }),
  }),
  templateHasValue: check({
    code: "invalid",
    again: "t",
    holds: () => sql`not ${templates.isDynamic} or ${templates.value} > 0`,
    words: () => wouldHoldNothing("templateId"),
  }),
};

/** The days of new vouchers, as the call names them. */
const days = { startDate: "date | null", endDate: "date | null" } as const;
const named = rowOf("c", days);

/** The first day of new vouchers, by default today in the merchant's calendar, and the named last one. */
export const period = fact({
  call: days,
  joins: () => sql``,
  keeps: {
    firstDay: sql<string>`coalesce(${named.startDate}, ${day})`,
    namedEnd: named.endDate as SQL<string | null>,
  },
  shows: {},
});

/** Whether the named last day, if there is one, does not come before the first. */
export const periodRunsForward = check({
  code: "invalid",
  holds: (at: { readonly firstDay: SQL }) =>
    sql`${named.endDate} is null or ${named.endDate} >= ${at.firstDay}`,
  words: () => ({ field: "endDate", message: "The last day comes before the first." }),
});
