import type { SaleInput } from "../sales/index.ts";
import { confirmVisit, type VisitInput } from "../visits/index.ts";
import type { OpenHarness } from "./open-harness.ts";

type SaleOfVisit = NonNullable<VisitInput["sale"]>;

let invoices = 0;

/** A sale of 95,000 under an invoice number of its own. */
export function aSale(changes: Partial<SaleOfVisit> = {}): SaleOfVisit {
  invoices++;
  return {
    ...{ invoiceNumber: `INV-V-${invoices}`, people: 1, soldAt: null, total: "95000.00" },
    ...{ subtotal: null, discount: null, serviceCharge: null, tax: null, type: null },
    ...{ items: [], payments: [], stamps: null, employeeCode: null, extraData: null },
    ...changes,
  } satisfies Omit<SaleInput, "user" | "store" | "channel">;
}

/** A visit of a customer in a store. Omitted fields are null or empty. */
export function aVisit(
  visit: Pick<VisitInput, "user" | "store"> & Partial<VisitInput>,
): VisitInput {
  return {
    ...{
      channel: null,
      invoiceNumber: null,
      sale: null,
      rewards: [],
      vouchers: [],
      promoCodes: [],
      issue: null,
    },
    ...visit,
  };
}

/**
 * A merchant whose sales earn a stamp for each 10,000. The customer has 10 stamps and can redeem a bit of
 * everything: coffee for 3 stamps, a wish for any number of stamps, a voucher, a gift card of 10.00,
 * and a promo code. `others` is a gift card of another customer.
 */
export async function visitSetting(t: OpenHarness, settings = {}) {
  const merchant = await t.given.merchant({ earnAmount: "10000.00", ...settings });
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 10 });
  const other = await t.given.customer(merchant);
  const coffee = await t.given.reward(merchant, { name: "Coffee", stampsToRedeem: 3 });
  const wish = await t.given.reward(merchant, { name: "Wish", kind: "flexible" });
  const plain = await t.given.template(merchant, { name: "Free cake" });
  const template = await t.given.template(merchant, { name: "Gift card", isDynamic: true });
  const held = { customerId: customer.id };
  const worth = { value: "10.00", remainingValue: "10.00", voucherTemplateId: template.id };
  const voucher = await t.given.voucher(merchant, { ...held, voucherTemplateId: plain.id });
  const balance = await t.given.voucher(merchant, { ...held, ...worth });
  const others = await t.given.voucher(merchant, { ...worth, customerId: other.id });
  const promoCode = await t.given.promoCode(merchant, { name: "Weekend" });
  const named = { user: customer.email, store: store.id };
  const confirm = (changes: Partial<VisitInput>) =>
    confirmVisit(t.as(merchant), aVisit({ ...named, ...changes }));
  return {
    ...{ merchant, store, customer, other, named, confirm },
    ...{ coffee, wish, voucher, balance, others, promoCode, template },
  };
}
