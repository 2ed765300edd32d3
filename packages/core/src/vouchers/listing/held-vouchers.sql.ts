import {
  type DocumentOf,
  json,
  now,
  once,
  optional,
  rowsOf,
  run,
  schema,
  statement,
} from "@stampbook/db";
import { type Column, eq, gt, type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../context.ts";
import {
  customerArm,
  customerParameters,
  type Identifier,
  identifierForms,
  readIdentifier,
} from "../../customers/index.ts";

const { voucherTemplates: t, vouchers: v } = schema;
const p = sql.placeholder;

/** Filters of the vouchers of a customer, and the page. */
export type HeldVouchersInput = {
  readonly user: Identifier;
  /** Only those that can be redeemed through this channel; null is any. */
  readonly channel: number | null;
  /** Only vouchers with a larger id: where the next page starts. Null is the first page. */
  readonly after: number | null;
  readonly limit: number;
};

const listed = {
  id: v.id,
  code: v.code,
  isActive: v.isActive,
  value: v.value,
  remainingValue: v.remainingValue,
  notes: v.notes,
  startDate: v.startDate,
  endDate: v.endDate,
  channels: t.channels,
  template: json({
    id: t.id,
    name: t.name,
    shortDescription: t.shortDescription,
    description: t.description,
    instructions: t.instructions,
    termsAndConditions: t.termsAndConditions,
    pictureUrl: t.pictureUrl,
    extraData: sql<{ readonly [key: string]: unknown }>`${t.extraData}`,
  }),
};

export type Listed = DocumentOf<typeof listed>;

/** A voucher as tokens list it. Amounts are decimals with two places, days `YYYY-MM-DD`. */
export type HeldVoucherListed = Omit<Listed, "code"> & {
  /** Null if the caller may not see it. */
  readonly code: string | null;
};

/** The result of the list: whether there is such a customer, and the page. */
type HeldVouchersSeen = { readonly isKnown: boolean; readonly vouchers: readonly Listed[] };

const today = once(sql`(${now} at time zone ${p("timezone")}::text)::date`);

// Sorts by `id + 0`. By the id alone, a plan would walk the merchant's vouchers in the order of the primary
// key until it has a page, instead of reading only the customer's vouchers.
const idOfHeld = sql`(${v.id} + 0)`;

/** The vouchers that a list can have. The parameters `after`, `channel` and `limit` choose among them. */
type Choice = {
  /** The day after which a voucher has ended. */
  readonly today: SQL;
  /** Whether the list also has withdrawn and ended vouchers. */
  readonly hasInactive?: SQL;
  /** Only vouchers that can be redeemed in this store; null is all stores. */
  readonly storeId?: SQL;
};

/** A page of the vouchers of the CTE `customer` that are not redeemed, by id. */
export const heldVouchers = ({ today, hasInactive = sql`false`, storeId = sql`null` }: Choice) =>
  rowsOf(v, {
    where: [
      eq(v.customerId, sql`(select id from customer)`),
      sql`${v.redeemedAt} is null`,
      sql`(${hasInactive} or (${v.isActive} and (${v.endDate} is null or ${v.endDate} >= ${today})))`,
      gt(idOfHeld, sql`${p("after")}`),
      optional(p("channel"), templateHas(t.channels, sql`${p("channel")}::int`)),
      sql`(${storeId}::bigint is null or ${templateHas(t.stores, sql`${storeId}::bigint`)})`,
    ],
    orderBy: [idOfHeld],
    limit: sql`${p("limit")}`,
  })
    .join(t, eq(t.id, v.voucherTemplateId))
    .list(listed);

const templateHas = (column: Column, value: SQL): SQL =>
  rowsOf(t, {
    where: [
      eq(t.id, v.voucherTemplateId),
      sql`(cardinality(${column}) = 0 or ${value} = any (${column}))`,
    ],
  }).exists();

const vouchers = heldVouchers({ today });

const load = statement<HeldVouchersSeen>(
  "list_held_vouchers",
  { customer: customerArm },
  sql`json_build_object('isKnown', exists (select 1 from customer), 'vouchers', ${vouchers})`,
);

/** Reads a page of the vouchers that a customer holds. No vouchers if there is no such customer. */
export function selectHeldVouchers(
  ctx: CoreContext,
  { user, channel, after, limit }: HeldVouchersInput,
): Promise<HeldVouchersSeen> {
  const { merchant } = ctx.caller;
  return run(ctx.db, load, {
    merchantId: merchant.id,
    timezone: merchant.timezone,
    offsetMs: ctx.clockOffsetMs,
    ...customerParameters(readIdentifier(user, identifierForms, merchant.country)),
    ...{ channel, limit, after: after ?? 0 },
  });
}
