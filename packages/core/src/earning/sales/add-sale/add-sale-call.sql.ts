import { type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { asc, eq, sql } from "drizzle-orm";
import { actorOf, type CoreContext } from "../../../foundation/context.ts";
import { keyOf } from "../../../foundation/writing/index.ts";
import { member } from "../../../machinery/facts/index.ts";
import { readStoreRef } from "../../../running/merchants/index.ts";
import { contentOf, methodKeyOf, sumsOf } from "../content.rules.ts";
import type { SaleInput, SalePayment } from "../types.ts";

const { transactionItems: items, transactionPayments: payments, transactions: sales } = schema;

/** The customer of a sale, and the columns from which its stamps are computed. */
export function earningOf(
  ctx: CoreContext,
  input: Pick<SaleInput, "user" | "total" | "subtotal" | "items" | "payments" | "stamps">,
) {
  const { user, total, subtotal, stamps, payments } = input;
  return {
    ...{ hasUser: user !== null, ...member.callOf(ctx, user) },
    ...{ total, subtotal, stampsSent: stamps },
    payments: payments.map((payment, index) => paymentOf({ line: index + 1, ...payment })),
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
    restOf: null,
    actor: actorOf(ctx.caller),
    ...keyOf(ctx),
  };
}

type Paid = Omit<SalePayment, "countsForLevels"> & {
  readonly line: number;
  readonly countsForLevels: boolean;
};

const paymentOf = ({ line, method, value, countsForLevels }: Paid) => ({
  ...{ line, method, method_key: methodKeyOf(method), value },
  counts_for_levels: countsForLevels,
});

const rest = read("read_rest_of_sale", (p: Parameters<{ readonly saleId: number }>) =>
  rowsOf(sales, { where: [eq(sales.id, sql`${p("saleId")}`)] }).one({
    total: sales.total,
    subtotal: sales.subtotal,
    items: rowsOf(items, { where: [eq(items.transactionId, sales.id)] }).list({
      subtotal: items.subtotal,
      stamps: items.stamps,
      isEligible: items.isEligible,
    }),
    payments: rowsOf(payments, {
      where: [eq(payments.transactionId, sales.id)],
      orderBy: [asc(payments.line)],
    }).list({
      line: payments.line,
      method: payments.method,
      value: payments.value,
      countsForLevels: payments.countsForLevels,
    }),
  }),
);

type Seen = {
  readonly existing: { readonly id: number } | null;
  readonly lacksRest: boolean;
  readonly openVersion: string | null;
};

/**
 * Returns the call with what is left of the Open sale that it claims, because a return has taken off some, else
 * null. A figure of the POS stays as it was sent.
 */
export async function withRest<Call extends { readonly restOf: string | null }>(
  { db, caller }: CoreContext,
  call: Call,
  { existing, lacksRest, openVersion: restOf }: Seen,
) {
  const merchantId = caller.merchant.id;
  const left = lacksRest && existing && (await run(db, rest, { merchantId, saleId: existing.id }));
  if (!left) return null;
  const { total, subtotal } = left;
  return {
    ...call,
    total,
    subtotal,
    payments: left.payments.map(paymentOf),
    ...sumsOf(left),
    restOf,
  };
}
