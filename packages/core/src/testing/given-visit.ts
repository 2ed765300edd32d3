import type { SaleInput } from "../earning/sales/index.ts";
import { confirmVisit, type VisitInput } from "../serving/visits/index.ts";
import type { OpenHarness } from "./open-harness.ts";

type SaleOfVisit = NonNullable<VisitInput["sale"]>;

let invoices = 0;

/** Returns a sale of 95,000 with a new invoice number. */
export function aSale(changes: Partial<SaleOfVisit> = {}): SaleOfVisit {
  invoices++;
  return {
    ...{ invoiceNumber: `INV-V-${invoices}`, people: 1, soldAt: null, total: "95000.00" },
    ...{ subtotal: null, discount: null, serviceCharge: null, tax: null, type: null },
    ...{ items: [], payments: [], stamps: null, employeeCode: null, extraData: null },
    ...changes,
  } satisfies Omit<SaleInput, "user" | "store" | "channel">;
}

/** Returns a visit of a customer in a store. Omitted fields are null or empty. */
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
 * Makes a merchant whose sales earn a stamp for each 10,000, and a customer with 10 stamps. The customer can
 * redeem a coffee for 3 stamps, a wish for any number of stamps, a voucher, a gift card of 10.00 (`balance`)
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
