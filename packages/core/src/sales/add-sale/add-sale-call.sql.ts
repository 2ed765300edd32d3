import { actorOf, type CoreContext } from "../../context.ts";
import { customerColumns, identifierForms, readIdentifier } from "../../customers/index.ts";
import { readStoreRef } from "../../merchants/index.ts";
import { type CallOf, keyColumns, keyOf } from "../../writing/index.ts";
import { contentOf, methodKeyOf, sumsOf } from "../content.rules.ts";
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
  hasUser: "boolean",
  ...customerColumns,
  invoiceNumber: "text",
  soldAt: "text | null",
  total: "numeric",
  subtotal: "numeric | null",
  discount: "numeric | null",
  serviceCharge: "numeric | null",
  tax: "numeric | null",
  people: "int",
  channel: "int | null",
  type: "int | null",
  employeeCode: "text | null",
  extraData: "json | null",
  /** The number of stamps that the POS sent. Null: the POS sent none. */
  stampsSent: "bigint | null",
  /** The items and payments, in the form that `json_to_recordset` reads. */
  items: "json",
  payments: "json",
  /** The next four columns are the sums that `sumsOf` returns. */
  otherAmount: "numeric",
  ownAmount: "numeric",
  ownStamps: "bigint",
  spending: "numeric",
  digest: "text",
  /** Whether the sale may take the place of a canceled one. */
  replaceCanceled: "boolean",
  actor: "text",
  ...keyColumns,
} as const;

/** The values that the statement gets for one call. */
export type SaleCall = CallOf<typeof saleColumns>;

/** Makes the call of a sale, with new ids for the sale and for a change of level. */
export async function saleCall(ctx: CoreContext, input: SaleInput): Promise<SaleCall> {
  const { merchant, stores: allowedStores } = ctx.caller;
  const { user, store, invoiceNumber, soldAt, total, subtotal, discount, serviceCharge } = input;
  const { tax, people, channel, type, employeeCode, extraData, stamps, items, payments } = input;
  const { id: customer, ...named } =
    user === null ? nobody : readIdentifier(user, identifierForms, merchant.country);
  return {
    transaction: await ctx.ids.take(merchant.id, "transactions"),
    levelChange: await ctx.ids.take(merchant.id, "level_changes"),
    ...readStoreRef(store),
    ...{ allowedStores, hasUser: user !== null, ...named, customer },
    ...{ invoiceNumber, soldAt, total, subtotal, discount, serviceCharge, tax },
    ...{ people, channel, type, employeeCode, extraData, stampsSent: stamps },
    items: items.map((item, line) => ({
      ...{ line: line + 1, product: item.product, quantity: item.quantity },
      ...{ subtotal: item.subtotal, stamps: item.stamps, is_eligible: item.isEligible },
      extra_data: item.extraData,
    })),
    payments: payments.map(({ method, value, countsForLevels }, line) => ({
      ...{ line: line + 1, method, method_key: methodKeyOf(method), value },
      counts_for_levels: countsForLevels,
    })),
    ...sumsOf(input),
    digest: ctx.secrets.digest(contentOf(input)),
    replaceCanceled: input.replaceCanceled ?? false,
    actor: actorOf(ctx.caller),
    ...keyOf(ctx),
  };
}

const nobody = { email: null, memberId: null, mobileNumber: null, firstId: null, id: null };
