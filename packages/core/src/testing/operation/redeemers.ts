import { namedBy } from "../named-by.ts";
import type { OpenHarness } from "../open-harness.ts";
import { noonZone } from "./days.ts";
import type { Parts } from "./tested.ts";

/** A call of a customer in a store that redeems nothing yet. */
export const plainCall = (
  email: string,
  store: { readonly id: number; readonly code: string },
) => ({
  ...namedBy(email),
  storeId: store.id,
  storeCode: store.code,
  allowedStores: null,
  actor: "token:1",
  channel: null,
  invoiceNumber: null,
  extraData: null,
  key: null,
  fingerprint: null,
});

/**
 * Opens a merchant that asks for an authorization by PIN. `customerOf` makes the customer of a call; a call with a
 * twin has the twin's.
 */
export async function openRedeemers({ given }: OpenHarness) {
  const merchant = await given.merchant({ redemptionPinAuthorization: true, timezone: noonZone });
  const customers = new Map<string | null, { readonly id: number; readonly email: string }>();
  const customerOf = async (parts: Parts, twin?: { readonly email: string | null }) => {
    const customer =
      (twin && customers.get(twin.email)) ??
      (await given.customer(merchant, parts.customer, parts.membership));
    customers.set(customer.email, customer);
    return customer;
  };
  return { merchant, customerOf };
}
