import type { Merchant } from "@stampbook/core/context";
import { type Harness, plain } from "@stampbook/core/testing";

/** Makes a merchant, a store and a customer, and the input of the customer's calls in that store. */
export async function place(
  { given }: Harness,
  { stamps = 0, ...settings }: { stamps?: number; redemptionPinAuthorization?: boolean } = {},
) {
  const merchant = await given.merchant(settings);
  const store = await given.store(merchant);
  const customer = await given.customer(merchant, {}, { stamps });
  return { merchant, customer, input: { ...plain, user: customer.email, store: store.id } };
}

/** Makes a dynamic voucher of 10.00. */
export async function gift(
  { given }: Harness,
  merchant: Merchant,
  customerId: number,
): Promise<{ id: number }> {
  const { id: voucherTemplateId } = await given.template(merchant, {
    isDynamic: true,
    value: "10.00",
  });
  const row = { voucherTemplateId, customerId, value: "10.00", remainingValue: "10.00" };
  return given.voucher(merchant, row);
}
