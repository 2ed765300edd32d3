import type { RewardCall as Sent } from "../../redeeming/redeem-reward/redeem-reward.ts";
import type { CallKey } from "../../writing/index.ts";
import { namedBy } from "../named-by.ts";
import type { OpenHarness } from "../open-harness.ts";

type RewardCall = Sent & CallKey;

/**
 * Makes a merchant with PIN authorization, a customer with 10 stamps, and a reward that costs 3. Returns
 * functions that make calls for the statement of `redeemReward`.
 */
export async function rewardCalls(t: OpenHarness) {
  const merchant = await t.given.merchant({ redemptionPinAuthorization: true });
  const store = await t.given.store(merchant);
  const customer = () => t.given.customer(merchant, {}, { stamps: 10 });
  const { id, email } = await customer();
  const reward = await t.given.reward(merchant, { stampsToRedeem: 3 });
  const authorize = (customerId: number) => t.given.authorization(merchant, { customerId });
  /** Makes a call for the reward, with a new authorization. */
  const call = async (changes: Partial<RewardCall> = {}, customerId = id): Promise<RewardCall> => ({
    ...namedBy(email),
    ...{ storeId: store.id, storeCode: store.code },
    ...{ channel: null, invoiceNumber: null, extraData: null, allowedStores: null },
    ...{ key: null, fingerprint: null, actor: "token:1" },
    ...{
      reward: reward.id,
      rewardCode: null,
      qty: 1,
      stamps: null,
      voucherTemplate: null,
      vouchers: null,
    },
    redemption: await t.deps.ids.take(merchant.id, "redemptions"),
    requestId: (await authorize(customerId)).requestId,
    ...changes,
  });
  /** Makes a call for a new customer. */
  const callOfAnother = async (changes: Partial<RewardCall> = {}) => {
    const another = await customer();
    return call({ email: another.email, ...changes }, another.id);
  };
  /** Makes a call for a new customer. The reward issues a voucher, which the call contains. */
  const callWithVoucher = async () => {
    const { id: voucherTemplate } = await t.given.template(merchant);
    const carrying = await t.given.reward(merchant, { voucherTemplateId: voucherTemplate });
    const id = await t.deps.ids.take(merchant.id, "vouchers");
    const voucher = { id, code: `V${id}`, templateId: voucherTemplate, startDate: "2026-01-01" };
    return callOfAnother({ reward: carrying.id, voucherTemplate, vouchers: [voucher] });
  };
  return { merchant, store, reward, call, callOfAnother, callWithVoucher };
}
