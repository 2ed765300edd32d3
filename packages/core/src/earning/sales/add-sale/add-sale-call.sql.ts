import { actorOf, type CoreContext } from "../../../foundation/context.ts";
import { type CallOf, keyColumns, keyOf } from "../../../foundation/writing/index.ts";
import {
  customerColumns,
  identifierForms,
  readIdentifier,
} from "../../../people/customers/index.ts";
import { readStoreRef } from "../../../running/merchants/index.ts";
import { contentOf, methodKeyOf, sumsOf } from "../content.rules.ts";
import { earningColumns } from "../earning.sql.ts";
import type { SaleInput } from "../types.ts";

/** The columns of the CTE `calls`, with their types. */
export const saleColumns = {
  /** The id for the sale, if it is new. */
  transaction: "bigint",
  /** The id for a row of `level_changes`, if the sale raises the member's level. */
  levelChange: "bigint",
  storeId: "bigint | null",
  storeCode: "text",
  /** The stores that the caller may act in; null means all. */
  allowedStores: "bigint[] | null",
  ...customerColumns,
  invoiceNumber: "text",
  soldAt: "text | null",
  ...earningColumns,
  discount: "numeric | null",
  serviceCharge: "numeric | null",
  tax: "numeric | null",
  people: "int",
  channel: "int | null",
  type: "int | null",
  employeeCode: "text | null",
  extraData: "json | null",
  /** The items, in the form that `json_to_recordset` reads. */
  items: "json",
  /** The sum that counts for levels. */
  spending: "numeric",
  digest: "text",
  /** Whether the sale may take the place of a canceled one. */
  replaceCanceled: "boolean",
  actor: "text",
  ...keyColumns,
} as const;

/** The values that the statement gets for one call. */
export type SaleCall = CallOf<typeof saleColumns>;

const nobody = { email: null, memberId: null, mobileNumber: null, firstId: null, id: null };

/** The customer of a sale, and the columns from which its stamps are computed. */
export function earningOf(
  { caller: { merchant } }: CoreContext,
  input: Pick<SaleInput, "user" | "total" | "subtotal" | "items" | "payments" | "stamps">,
) {
  const { user, total, subtotal, stamps, payments } = input;
  const { id: customer, ...named } =
    user === null ? nobody : readIdentifier(user, identifierForms, merchant.country);
  return {
    ...{ hasUser: user !== null, ...named, customer },
    ...{ total, subtotal, stampsSent: stamps },
    payments: payments.map(({ method, value, countsForLevels }, line) => ({
      ...{ line: line + 1, method, method_key: methodKeyOf(method), value },
      counts_for_levels: countsForLevels,
    })),
    ...sumsOf(input),
  };
}

/** Makes the call of a sale, with new ids for the sale and for a change of level. */
export async function saleCall(ctx: CoreContext, input: SaleInput): Promise<SaleCall> {
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
