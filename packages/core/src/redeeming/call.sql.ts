import { actorOf, type CoreContext } from "../context.ts";
import { type IdentifierForm, readIdentifier } from "../customers/index.ts";
import { readStoreRef } from "../merchants/index.ts";
import { keyColumns, keyOf } from "../writing/index.ts";
import type { RedeemInput } from "./types.ts";

/** How most ways to redeem name the customer, in the order of the look-ups. */
export const emailOrMemberId = ["email", "memberId"] as const;

/** How redeem-voucher-code names the customer. */
export const emailOrMobile = ["email", "mobileNumber"] as const;

/** A way to name the customer of a redemption. */
export type UserForm = Exclude<IdentifierForm, "id">;

/** Columns of every call that redeems something. It names the customer in one more column. */
export const redemptionColumns = {
  /** The id of the new redemption. */
  redemption: "bigint",
  storeId: "bigint | null",
  storeCode: "text",
  /** The stores that the caller may act in; null is all. */
  allowedStores: "bigint[] | null",
  email: "text | null",
  channel: "int | null",
  invoiceNumber: "text | null",
  actor: "text",
  ...keyColumns,
} as const;

type Input = Pick<RedeemInput, "user" | "store" | "channel" | "invoiceNumber">;

/**
 * The values of `redemptionColumns`, with a new id, and of the columns that name the customer in one of
 * `forms`; those of other forms are null.
 */
export async function redemptionCall(
  ctx: CoreContext,
  { user, store, channel, invoiceNumber }: Input,
  forms: readonly UserForm[] = emailOrMemberId,
) {
  const { merchant, stores: allowedStores } = ctx.caller;
  const { email, memberId, mobileNumber } = readIdentifier(user, forms, merchant.country);
  return {
    redemption: await ctx.ids.take(merchant.id, "redemptions"),
    ...readStoreRef(store),
    ...{ allowedStores, email, memberId, mobileNumber, channel, invoiceNumber },
    actor: actorOf(ctx.caller),
    ...keyOf(ctx),
  };
}
