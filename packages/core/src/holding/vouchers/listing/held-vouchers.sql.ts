import {
  type DocumentOf,
  isAnyOf,
  json,
  now,
  once,
  optional,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
  statement,
} from "@stampbook/db";
import { asc, type Column, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../../foundation/failures.ts";
import {
  customerArm,
  customerParameters,
  type Identifier,
  identifierForms,
  readIdentifier,
} from "../../../people/customers/index.ts";
import { showCodes } from "./held-vouchers.rules.ts";

const { jobVouchers: j, voucherTemplates: t, vouchers: v } = schema;
const p = sql.placeholder;

/** The customer whose vouchers are listed, a filter, and the page. */
export type HeldVouchersInput = {
  readonly user: Identifier;
  /** Only vouchers that can be redeemed through this channel. Null: all channels. */
  readonly channel: number | null;
  /** The last id of the previous page. Null on the first page. */
  readonly after: number | null;
  readonly limit: number;
};

/** Whether the voucher is one of a job's generated codes: the last batch that begins with its id or before. */
const isGenerated = rowsOf(j, {
  where: [lte(j.firstVoucherId, v.id)],
  orderBy: [desc(j.firstVoucherId)],
  limit: sql`1`,
}).value<boolean>(sql`bool_or(${v.id} < ${j.firstVoucherId} + ${j.count})`);

/** A voucher as lists for tokens show it. For a read of `vouchers` that joins their templates. */
export const heldVoucherListed = {
  id: v.id,
  code: v.code,
  isActive: v.isActive,
  value: v.value,
  remainingValue: v.remainingValue,
  notes: v.notes,
  startDate: v.startDate,
  endDate: v.endDate,
  channels: t.channels,
  isGenerated: sql<boolean>`coalesce(${isGenerated}, false)`,
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

/** A listed voucher with its code, before `showCodes`. */
export type Listed = DocumentOf<typeof heldVoucherListed>;

/** A listed voucher of a customer. Amounts are decimals with two places, days `YYYY-MM-DD`. */
export type HeldVoucherListed = Omit<Listed, "code"> & {
  /** Null if the caller may not see codes. */
  readonly code: string | null;
};

/** Whether the customer exists, and a page of the customer's vouchers. */
type HeldVouchersSeen = { readonly isKnown: boolean; readonly vouchers: readonly Listed[] };

const today = once(sql`(${now} at time zone ${p("timezone")}::text)::date`);

// Sorts by `id + 0`, so that PostgreSQL reads only the customer's vouchers. Sorted by `id`, a plan could read
// all vouchers of the merchant by the primary key, until the page is full.
const idOfHeld = sql`(${v.id} + 0)`;

/**
 * The vouchers that a list may contain. The parameters `after`, `channel` and `limit` of the statement narrow
 * the list.
 */
type Choice = {
  /** A voucher whose `endDate` is before this day has ended. */
  readonly today: SQL;
  /** Whether to include withdrawn and ended vouchers. False by default. */
  readonly hasInactive?: SQL;
  /** Only vouchers that can be redeemed in this store; null is all stores. */
  readonly storeId?: SQL;
};

const templateHas = (column: Column, value: SQL): SQL =>
  rowsOf(t, {
    where: [
      eq(t.id, v.voucherTemplateId),
      sql`(cardinality(${column}) = 0 or ${value} = any (${column}))`,
    ],
  }).exists();

/** The conditions of the unredeemed vouchers of the customer in the CTE `customer`. */
const isHeld = ({ today, hasInactive = sql`false`, storeId = sql`null` }: Choice) => [
  eq(v.customerId, sql`(select id from customer)`),
  sql`${v.redeemedAt} is null`,
  sql`(${hasInactive} or (${v.isActive} and (${v.endDate} is null or ${v.endDate} >= ${today})))`,
  optional(p("channel"), templateHas(t.channels, sql`${p("channel")}::int`)),
  sql`(${storeId}::bigint is null or ${templateHas(t.stores, sql`${storeId}::bigint`)})`,
];

/** Returns SQL for a page of unredeemed vouchers of the customer in the CTE `customer`, ordered by id. */
export const heldVouchers = (choice: Choice) =>
  rowsOf(v, {
    where: [...isHeld(choice), gt(idOfHeld, sql`${p("after")}`)],
    orderBy: [idOfHeld],
    limit: sql`${p("limit")}`,
  })
    .join(t, eq(t.id, v.voucherTemplateId))
    .list(heldVoucherListed);

const vouchers = heldVouchers({ today });

const load = statement<HeldVouchersSeen>(
  "list_held_vouchers",
  { customer: customerArm },
  sql`json_build_object('isKnown', exists (select 1 from customer), 'vouchers', ${vouchers})`,
);

/**
 * Reads a page of the vouchers that a customer holds. For an unknown customer, `isKnown` is false and the
 * page is empty.
 */
function selectHeldVouchers(
  ctx: CoreContext,
  { user, channel, after, limit }: HeldVouchersInput,
): Promise<HeldVouchersSeen> {
  return run(ctx.db, load, { ...parametersOf(ctx, user), channel, limit, after: after ?? 0 });
}

/** The parameters that both statements have in common. */
function parametersOf({ caller, clockOffsetMs: offsetMs }: CoreContext, user: Identifier) {
  const { merchant } = caller;
  return {
    ...{ merchantId: merchant.id, timezone: merchant.timezone, offsetMs },
    ...customerParameters(readIdentifier(user, identifierForms, merchant.country)),
  };
}

/**
 * Returns a page of the vouchers that a customer can redeem now or later, ordered by id. Leaves out redeemed
 * and withdrawn vouchers, and vouchers that have ended in the merchant's calendar. Codes are null for tokens
 * without the scope `vouchers`. Throws `invalid_user`. Interface 2, section 6.
 */
export async function listHeldVouchers(
  ctx: CoreContext,
  input: HeldVouchersInput,
): Promise<readonly HeldVoucherListed[]> {
  const { isKnown, vouchers } = await selectHeldVouchers(ctx, input);
  if (!isKnown) throw new Failure(unknownCustomer);
  return showCodes(vouchers, ctx.caller);
}

const count = statement<{ readonly isKnown: boolean; readonly count: number }>(
  "count_held_vouchers",
  { customer: customerArm },
  sql`json_build_object('isKnown', exists (select 1 from customer),
    'count', ${rowsOf(v, { where: isHeld({ today }) }).value(sql<number>`count(*)`)})`,
);

/** Returns how many vouchers `listHeldVouchers` lists on all its pages. Throws `invalid_user`. */
export async function countHeldVouchers(
  ctx: CoreContext,
  { user, channel }: Pick<HeldVouchersInput, "user" | "channel">,
): Promise<number> {
  const found = await run(ctx.db, count, { ...parametersOf(ctx, user), channel });
  if (!found.isKnown) throw new Failure(unknownCustomer);
  return found.count;
}

const byId = read("list_vouchers_by_id", (parameter: Parameters<{ readonly ids: string }>) =>
  rowsOf(v, { where: [isAnyOf(v.id, parameter("ids"))], orderBy: [asc(v.id)] })
    .join(t, eq(t.id, v.voucherTemplateId))
    .list(heldVoucherListed),
);

/** Returns vouchers as lists show them, with their codes, ordered by id. */
export function listVouchersById(
  { db, caller }: CoreContext,
  ids: readonly number[],
): Promise<readonly Listed[]> {
  return run(db, byId, { merchantId: caller.merchant.id, ids: `{${ids.join(",")}}` });
}
