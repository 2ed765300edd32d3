import { insertInto, json, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { actorOf, type CoreContext } from "../../foundation/context.ts";
import { keyOf } from "../../foundation/writing/index.ts";
import type { ExtraData, Voucher } from "../../holding/vouchers/index.ts";
import type { Customer, Membership } from "../../people/customers/index.ts";
import { readStoreRef } from "../../running/merchants/index.ts";
import { fact, rowOf } from "../kernel/index.ts";
import { callOf as memberOf } from "./member.ts";
import { merchants } from "./merchant.ts";
import type { RedeemInput } from "./types.ts";

const call = {
  /** The id of the new redemption. */
  redemption: "bigint",
  channel: "int | null",
  invoiceNumber: "text | null",
  actor: "text",
  extraData: "json | null",
} as const;
const c = rowOf("c", { ...call, requestId: 0 });

/** A redemption to make. */
export const found = fact({
  call,
  joins: () => sql``,
  keeps: { redemption: c.redemption },
  shows: {},
});

type Kind = "reward" | "rewards" | "voucher" | "voucher_code" | "voucher_value" | "promo_code";

const s = rowOf("s", {
  redemption: 0,
  customerId: 0,
  storeId: 0,
  name: 0,
  now: 0,
  voucherId: 0,
  value: 0,
  remainingValue: 0,
});
const b = rowOf("b", { customer: 0, membership: 0, voucher: 0 });

/** Inserts the redemptions of the rows that were changed. */
export const insert = (kind: Kind, stampsUsed: SQL = sql`0`) =>
  insertInto(
    schema.redemptions,
    {
      id: s.redemption,
      kind: sql`'${sql.raw(kind)}'`,
      customerId: s.customerId,
      storeId: s.storeId,
      name: s.name,
      stampsUsed,
      channel: c.channel,
      invoiceNumber: c.invoiceNumber,
      extraData: c.extraData,
      createdAt: s.now,
      redeemedBy: c.actor,
    },
    { from: sql`from changed s join calls c on c.n = s.n`, end: sql`returning 1` },
  );

/** Inserts the line of a redeemed voucher. */
export const voucherLines = insertInto(
  schema.redemptionLines,
  {
    redemptionId: s.redemption,
    line: sql`1`,
    voucherId: s.voucherId,
    name: s.name,
    value: s.value,
    spendsVoucher: sql`${s.value} is null`,
    requestId: c.requestId,
  },
  { from: sql`from changed s join calls c on c.n = s.n`, end: sql`returning 1` },
);

/** The part `frame` of a stored outcome of a redeemed voucher. Answers and replays are built from it. */
export const voucherFrame = json({
  saving: json({
    redemptionId: s.redemption as SQL<number>,
    name: s.name as SQL<string>,
    extraData: c.extraData as SQL<ExtraData | null>,
    left: sql<string | null>`${s.remainingValue}::text`,
  }),
  customer: b.customer as SQL<Customer>,
  membership: b.membership as SQL<Membership>,
  voucher: b.voucher as SQL<Voucher>,
});

/**
 * A key for a call without one, so that the same redemption for an invoice is done only once. It is a hash of
 * the customer, the store, the store's day, the invoice number and `thing`, what is redeemed. Null without an
 * invoice number, or if the merchant allows repeats. Callers' keys are printable ASCII, so none begins with
 * its prefix. Interface 2, section 2.
 */
export const invoiceKey = (thing: SQL) => sql`case
      when ${merchants.oneRedemptionPerInvoice} and ${c.invoiceNumber} is not null
      then '\u00a7 ' || encode(sha256(convert_to(
        json_build_array(u.id, s.id, s.today, ${c.invoiceNumber}, ${thing})::text, 'UTF8')), 'hex') end`;

/** Whether the call has an idempotency key, or the statement may make one from the invoice number. */
export const mayHaveKey = ({ key, invoiceNumber }: Keyed) => key !== null || invoiceNumber !== null;
type Keyed = { readonly key: string | null; readonly invoiceNumber: string | null };

/** The columns of a call that every request to redeem fills, with a new redemption id. */
export async function callOf(ctx: CoreContext, input: RedeemInput) {
  const { merchant, stores: allowedStores } = ctx.caller;
  const { channel, invoiceNumber, extraData, requestId } = input;
  return {
    redemption: await ctx.ids.take(merchant.id, "redemptions"),
    ...readStoreRef(input.store),
    ...memberOf(ctx, input.user),
    allowedStores,
    channel,
    invoiceNumber,
    extraData,
    requestId,
    actor: actorOf(ctx.caller),
    ...keyOf(ctx),
  };
}
