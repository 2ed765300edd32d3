import type { Merchant } from "../../foundation/context.ts";
import type { CallKey } from "../../foundation/writing/index.ts";
import type { Locks, Statement } from "../../foundation/writing/statement.ts";
import type { PromoCodeCall as Sent } from "../../spending/redeeming/redeem-promo-code/redeem-promo-code.ts";
import { runFor } from "../guards.ts";
import { namedBy } from "../named-by.ts";
import type { OpenHarness } from "../open-harness.ts";
import { guessesOfToken } from "./guesses-of-token.ts";

type PromoCodeCall = Sent & CallKey;

/** A merchant with PIN authorization and a promo code, and calls that redeem the code. */
export type PromoCodeCalls = {
  readonly merchant: Merchant;
  /** Makes a call for a new customer, with a new authorization. */
  readonly call: (changes?: Partial<PromoCodeCall>) => Promise<PromoCodeCall>;
  /** Runs the calls in one statement. Returns whether each was done, or the SQLSTATE of a database error. */
  readonly run: (
    statement: Statement<PromoCodeCall, unknown, unknown>,
    calls: readonly PromoCodeCall[],
    locks?: Locks,
  ) => Promise<unknown>;
};

/** Makes the merchant and the promo code. */
export async function promoCodeCalls(
  t: OpenHarness,
  row: Parameters<OpenHarness["given"]["promoCode"]>[1] = {},
): Promise<PromoCodeCalls> {
  const merchant = await t.given.merchant({ redemptionPinAuthorization: true });
  const store = await t.given.store(merchant);
  const { code: promoCode } = await t.given.promoCode(merchant, row);
  return {
    merchant,
    call: async (changes = {}) => {
      const customer = await t.given.customer(merchant);
      const { requestId } = await t.given.authorization(merchant, { customerId: customer.id });
      return {
        ...namedBy(customer.email),
        ...{ storeId: store.id, storeCode: store.code },
        ...{ channel: 2, invoiceNumber: null, allowedStores: null, actor: "token:1" },
        ...{
          key: null,
          fingerprint: null,
          extraData: null,
          promoCode,
          requestId,
          ...guessesOfToken(),
        },
        redemption: await t.deps.ids.take(merchant.id, "redemptions"),
        ...changes,
      };
    },
    run: runFor(t, { merchantId: merchant.id, offsetMs: 0 }),
  };
}
