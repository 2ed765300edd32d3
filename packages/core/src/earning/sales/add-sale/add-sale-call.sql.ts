import { actorOf, type CoreContext } from "../../../foundation/context.ts";
import { keyOf } from "../../../foundation/writing/index.ts";
import { member } from "../../../machinery/facts/index.ts";
import { readStoreRef } from "../../../running/merchants/index.ts";
import { contentOf, methodKeyOf, sumsOf } from "../content.rules.ts";
import type { SaleInput } from "../types.ts";

/** The customer of a sale, and the columns from which its stamps are computed. */
export function earningOf(
  ctx: CoreContext,
  input: Pick<SaleInput, "user" | "total" | "subtotal" | "items" | "payments" | "stamps">,
) {
  const { user, total, subtotal, stamps, payments } = input;
  return {
    ...{ hasUser: user !== null, ...member.callOf(ctx, user) },
    ...{ total, subtotal, stampsSent: stamps },
    payments: payments.map(({ method, value, countsForLevels }, line) => ({
      ...{ line: line + 1, method, method_key: methodKeyOf(method), value },
      counts_for_levels: countsForLevels,
    })),
    ...sumsOf(input),
  };
}

/** Makes the call of a sale, with new ids for the sale and for a change of level. */
export async function saleCall(ctx: CoreContext, input: SaleInput) {
  const { merchant, stores: allowedStores } = ctx.caller;
  const { store, invoiceNumber, soldAt, discount, serviceCharge, tax } = input;
  const { people, channel, type, employeeCode, extraData, items } = input;
  return {
    transaction: await ctx.ids.take(merchant.id, "transactions"),
    levelChange: await ctx.ids.take(merchant.id, "level_changes"),
    ...readStoreRef(store),
    ...{ allowedStores, ...earningOf(ctx, input) },
    ...{ invoiceNumber, soldAt, discount, serviceCharge, tax },
    ...{ people, channel, type, employeeCode, extraData },
    items: items.map((item, line) => ({
      ...{ line: line + 1, product: item.product, quantity: item.quantity },
      ...{ subtotal: item.subtotal, stamps: item.stamps, is_eligible: item.isEligible },
      extra_data: item.extraData,
    })),
    digest: ctx.secrets.digest(contentOf(input)),
    replaceCanceled: input.replaceCanceled ?? false,
    actor: actorOf(ctx.caller),
    ...keyOf(ctx),
  };
}
