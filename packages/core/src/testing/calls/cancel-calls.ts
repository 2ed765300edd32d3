import type { CancelCall } from "../../spending/redeeming/cancel-redemption/cancel-redemption.sql.ts";
import {
  deductValue,
  redeemPromoCode,
  redeemReward,
  redeemVoucher,
} from "../../spending/redeeming/index.ts";
import type { OpenHarness } from "../open-harness.ts";
import { plain } from "../ways.ts";

/** What a customer redeems. `issuing` is a reward that issues a gift card; `issuing fixed`, a voucher. */
export type Redeemed = "reward" | "issuing" | "issuing fixed" | "voucher" | "value" | "promo code";

/**
 * Makes a merchant with a reward that costs 3 stamps, and a promo code. Returns functions that make calls for
 * the statement of `cancelRedemption`, and customers with 10 stamps and 10.00 on a gift card each.
 */
export async function cancelCalls(t: OpenHarness) {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const { id: voucherTemplateId } = await t.given.template(merchant, {
    isDynamic: true,
    value: "4.00",
  });
  const reward = await t.given.reward(merchant, { stampsToRedeem: 3 });
  const issuing = await t.given.reward(merchant, { stampsToRedeem: 0, voucherTemplateId });
  const fixed = await t.given.template(merchant, { value: "4.00" });
  const issuingFixed = await t.given.reward(merchant, {
    ...{ stampsToRedeem: 0, voucherTemplateId: fixed.id },
  });
  const promoCode = await t.given.promoCode(merchant);
  const ctx = t.as(merchant);

  const customer = async () => {
    const made = await t.given.customer(merchant, {}, { stamps: 10 });
    const row = { customerId: made.id, voucherTemplateId };
    const worth = { value: "10.00", remainingValue: "10.00" };
    return { ...made, card: (await t.given.voucher(merchant, { ...row, ...worth })).id };
  };
  type Customer = Awaited<ReturnType<typeof customer>>;

  const redeem = async (what: Redeemed, member: Customer) => {
    const input = { ...plain, user: member.email, store: store.id };
    const price = { qty: 1, stamps: null };
    if (what === "value")
      return deductValue(ctx, { ...input, voucher: member.card, value: "2.50" });
    if (what === "promo code") return redeemPromoCode(ctx, { ...input, promoCode: promoCode.code });
    if (what !== "voucher") {
      const { id } = { reward, issuing, "issuing fixed": issuingFixed }[what];
      return redeemReward(ctx, { ...input, ...price, reward: id });
    }
    const row = { customerId: member.id, voucherTemplateId };
    const { id } = await t.given.voucher(merchant, row);
    return redeemVoucher(ctx, { ...input, voucher: id });
  };

  /** Makes a call that cancels a redemption. */
  const callFor = async (
    redemption: number,
    changes: Partial<CancelCall> = {},
  ): Promise<CancelCall> => ({
    ...{ invoiceNumber: null, storeId: null, storeCode: null, businessDay: null },
    ...{ redemption, allowedStores: null, mayCancelRecent: true, mayCancelOld: true },
    ...{ wantsReplacement: false, vouchers: null, key: null, fingerprint: null },
    ...{ actor: "token:1", tokenId: 1, staffId: null, reason: null, address: null },
    ...{ userAgent: null, subject: `redemption ${redemption}` },
    ...{ auditId: await t.deps.ids.take(merchant.id, "audit_entries") },
    ...changes,
  });

  /** Redeems for a customer, by default a new customer. Makes a call that cancels the redemption. */
  const call = async (what: Redeemed, changes: Partial<CancelCall> = {}, member?: Customer) =>
    callFor((await redeem(what, member ?? (await customer()))).redemption.id, changes);

  /** Redeems a voucher. Makes a call that cancels the redemption and issues a replacement. */
  const callWithReplacement = async (changes: Partial<CancelCall> = {}) => {
    const id = await t.deps.ids.take(merchant.id, "vouchers");
    const voucher = { id, code: `R${id}`, templateId: voucherTemplateId, startDate: "2026-01-01" };
    return call("voucher", { wantsReplacement: true, vouchers: [voucher], ...changes });
  };
  return { merchant, store, customer, redeem, call, callFor, callWithReplacement };
}
