import { actorOf, type CoreContext } from "../context.ts";
import { customerColumns, identifierForms, readIdentifier } from "../customers/index.ts";
import { readStoreRef } from "../merchants/index.ts";
import { keyColumns, keyOf } from "../writing/index.ts";
import type { RedeemInput } from "./types.ts";

/** Columns of every call that redeems something. */
export const redemptionColumns = {
  /** The id of the new redemption. */
  redemption: "bigint",
  storeId: "bigint | null",
  storeCode: "text",
  /** The ids of the stores in which the caller may act; null means all. */
  allowedStores: "bigint[] | null",
  ...customerColumns,
  channel: "int | null",
  invoiceNumber: "text | null",
  actor: "text",
  ...keyColumns,
} as const;

type Input = Pick<RedeemInput, "user" | "store" | "channel" | "invoiceNumber">;

/** Returns the values of `redemptionColumns` for a request, with a new redemption id. */
export async function redemptionCall(
  ctx: CoreContext,
  { user, store, channel, invoiceNumber }: Input,
) {
  const { merchant, stores: allowedStores } = ctx.caller;
  const { id: customer, ...ref } = readIdentifier(user, identifierForms, merchant.country);
  return {
    redemption: await ctx.ids.take(merchant.id, "redemptions"),
    ...readStoreRef(store),
    ...{ ...ref, allowedStores, customer, channel, invoiceNumber },
    actor: actorOf(ctx.caller),
    ...keyOf(ctx),
  };
}

/**
 * Whether the call has an idempotency key, or the statement may make one from the invoice number
 * (`invoiceKey`).
 */
export const mayHaveKey = ({
  key,
  invoiceNumber,
}: {
  readonly key: string | null;
  readonly invoiceNumber: string | null;
}) => key !== null || invoiceNumber !== null;
