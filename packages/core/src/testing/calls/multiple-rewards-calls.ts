import type { CallLine } from "../../redeeming/redeem-multiple-rewards/lines.sql.ts";
import type { RewardsCall } from "../../redeeming/redeem-multiple-rewards/redeem-multiple-rewards.sql.ts";
import { runFor } from "../guards.ts";
import { namedBy } from "../named-by.ts";
import type { OpenHarness } from "../open-harness.ts";

/**
 * Makes a merchant with PIN authorization, a customer with 10 stamps, and a reward that costs 2. Returns
 * functions that make calls, each with two lines, for the statement of `redeemMultipleRewards`.
 */
export async function multipleRewardsCalls(t: OpenHarness) {
  const merchant = await t.given.merchant({ redemptionPinAuthorization: true });
  const store = await t.given.store(merchant);
  const customer = () => t.given.customer(merchant, {}, { stamps: 10 });
  const { id, email } = await customer();
  const reward = await t.given.reward(merchant, { stampsToRedeem: 2 });
  /** Makes a line for the reward, with a new authorization. */
  const newLine = async (
    customerId: number,
    changes: Partial<CallLine> = {},
  ): Promise<CallLine> => {
    const { requestId } = await t.given.authorization(merchant, { customerId });
    const price = { code: reward.code, id: null, qty: 1, stamps: null };
    return { ...price, line: 1, requestId, voucherTemplate: null, vouchers: null, ...changes };
  };
  /** Makes a call with two lines for the reward, each with a new authorization. `second` changes line 2. */
  const call = async (
    changes: Partial<RewardsCall> = {},
    second: Partial<CallLine> = {},
    customerId = id,
  ): Promise<RewardsCall> => ({
    ...namedBy(email),
    ...{ storeId: store.id, storeCode: store.code },
    ...{ channel: null, invoiceNumber: null, allowedStores: null },
    ...{ key: null, fingerprint: null, actor: "token:1" },
    redemption: await t.deps.ids.take(merchant.id, "redemptions"),
    lines: [await newLine(customerId), await newLine(customerId, { line: 2, ...second })],
    ...changes,
  });
  /** Makes a call for a new customer. */
  const callOfAnother = async (
    changes: Partial<RewardsCall> = {},
    second: Partial<CallLine> = {},
  ) => {
    const another = await customer();
    return call({ email: another.email, ...changes }, second, another.id);
  };
  /** Makes a call for a new customer. The reward of line 2 issues a voucher, which the call contains. */
  const callWithVoucher = async () => {
    const template = await t.given.template(merchant);
    const { code } = await t.given.reward(merchant, { voucherTemplateId: template.id });
    const id = await t.deps.ids.take(merchant.id, "vouchers");
    const voucher = { id, code: `V${id}`, templateId: template.id, startDate: "2026-01-01" };
    const vouchers = [voucher] as unknown as CallLine["vouchers"];
    return callOfAnother({}, { code, voucherTemplate: template.id, vouchers });
  };
  const run = runFor(t, {
    merchantId: merchant.id,
    offsetMs: 0,
  });
  return { merchant, call, callOfAnother, callWithVoucher, run };
}
