import { addInvoiceNumber, redeemReward } from "@stampbook/core/redeeming";
import { addSale, cancelSale, type SaleInput } from "@stampbook/core/sales";
import { aSale, aVisit, type Harness, plain } from "@stampbook/core/testing";
import { confirmVisit } from "@stampbook/core/visits";
import type { Repeatable } from "./lose-answers.ts";

/**
 * Makes a merchant whose sales earn stamps, a store, a customer with 5 stamps, and a sale to that customer.
 */
async function shop({ given }: Harness) {
  const merchant = await given.merchant({ earnAmount: "10000.00", earnMaxPerDay: 12 });
  const store = await given.store(merchant);
  const customer = await given.customer(merchant, {}, { stamps: 5 });
  const sale: SaleInput = {
    ...{ store: store.id, user: customer.email, invoiceNumber: "INV-1", people: 1, soldAt: null },
    ...{ total: "95000.00", subtotal: null, discount: null, serviceCharge: null, tax: null },
    ...{ channel: null, type: null, items: [], payments: [], stamps: null },
    ...{ employeeCode: null, extraData: null },
  };
  return { merchant, store, customer, sale };
}

const adding: Repeatable = {
  name: "transactions.add",
  changes: "transactions",
  prepare: async (harness) => {
    const { merchant, sale } = await shop(harness);
    return { merchant, call: (ctx) => addSale(ctx, sale) };
  },
};

const canceling: Repeatable = {
  name: "transactions.cancel",
  changes: "transactions",
  prepare: async (harness) => {
    const { merchant, sale } = await shop(harness);
    const { id } = (await addSale(harness.as(merchant), sale)).sale;
    return { merchant, call: (ctx) => cancelSale(ctx, id) };
  },
};

const numbering: Repeatable = {
  name: "redemptions.addInvoiceNumber",
  changes: "redemptions",
  prepare: async (harness) => {
    const { merchant, store, customer } = await shop(harness);
    const { id: reward } = await harness.given.reward(merchant, { stampsToRedeem: 1 });
    const input = { ...plain, user: customer.email, store: store.id, reward, qty: 1, stamps: null };
    const { redemption } = await redeemReward(harness.as(merchant), input);
    const number = { redemptionId: redemption.id, invoiceNumber: "INV-1" };
    return { merchant, call: (ctx) => addInvoiceNumber(ctx, number) };
  },
};

/** Confirms a visit that sells and redeems in one transaction. */
export const visiting: Repeatable = {
  name: "visits.confirm",
  changes: "transactions",
  save: "commit",
  prepare: async (harness) => {
    const { merchant, store, customer } = await shop(harness);
    const { id } = await harness.given.reward(merchant, { stampsToRedeem: 1 });
    const rewards = [{ reward: id, qty: 1, stamps: null, requestId: null }];
    const input = aVisit({ user: customer.email, store: store.id, sale: aSale(), rewards });
    return { merchant, call: (ctx) => confirmVisit(ctx, input) };
  },
};

/** Confirms a visit that redeems without a sale. */
export const redeemingVisit: Repeatable = {
  ...visiting,
  name: "visits.confirm without a sale",
  changes: "redemptions",
  prepare: async (harness) => {
    const { merchant, store, customer } = await shop(harness);
    const { code } = await harness.given.promoCode(merchant);
    const promoCodes = [{ promoCode: code, requestId: null }];
    const input = aVisit({ user: customer.email, store: store.id, promoCodes });
    return { merchant, call: (ctx) => confirmVisit(ctx, input) };
  },
};

/** Adding and canceling a sale, and adding an invoice number: safe to repeat without an idempotency key. */
export const sellingOperations: readonly Repeatable[] = [adding, canceling, numbering];

/** The control: a till that retries a sale with another invoice number. */
export const addingAnew: Repeatable = {
  ...adding,
  prepare: async (harness) => {
    const { merchant, sale } = await shop(harness);
    let calls = 0;
    return {
      merchant,
      call: (ctx) => addSale(ctx, { ...sale, invoiceNumber: `INV-${++calls}` }),
    };
  },
};
