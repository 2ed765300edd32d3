import { schema } from "@stampbook/db";
import type { CallKey } from "../../../foundation/writing/index.ts";
import type { OpenHarness } from "../../../testing/index.ts";
import { future, past, today } from "../../../testing/operation/days.ts";
import {
  anonymized,
  authorizationCases,
  authorizationMeanwhile,
  dueMeanwhile,
  dueMember,
  redeemerCases,
  sameKey,
} from "../../../testing/operation/fact-cases.ts";
import { fillMembers } from "../../../testing/operation/members.ts";
import { openRedeemers, plainCall } from "../../../testing/operation/redeemers.ts";
import { type Many, type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { type RewardCall, redeemRewards } from "./redeem-reward.ts";

type Call = RewardCall & CallKey;

/** The columns of a call that names no reward yet. */
const unnamed = {
  requestId: null,
  rewardCode: null,
  qty: 1,
  stamps: null,
  voucherTemplate: null,
  vouchers: null,
};

/** A merchant that asks for an authorization by PIN. Its rewards issue a voucher, so that a template is locked. */
export async function openShop(t: OpenHarness): Promise<Shop<Call>> {
  const { given } = t;
  const { merchant, customerOf } = await openRedeemers(t);
  const { id: merchantId } = merchant;
  const { id: customerId } = await given.customer(merchant);
  const earlier = { merchantId, customerId, id: 1, kind: "reward", storeId: 1, name: "earlier" };
  await t.db.insert(schema.redemptions).values({ ...earlier, redeemedBy: "token:1" });
  const { id: templateId } = await given.template(merchant);
  let vouchers = 0;
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => {
    const store = await given.store(merchant, parts.store);
    const membership = { stamps: 5, ...parts.membership };
    const customer = await customerOf({ ...parts, membership }, twin);
    const issuing = { voucherTemplateId: templateId, ...parts.reward };
    const reward = await given.reward(merchant, issuing);
    const authorized = { customerId: customer.id, ...parts.authorization };
    const { requestId } = await given.authorization(merchant, authorized);
    const id = ++vouchers;
    return {
      ...plainCall(customer.email, store),
      ...unnamed,
      channel: 2,
      stamps: 2,
      reward: reward.id,
      requestId,
      redemption: 100 + (await t.deps.ids.take(merchantId, "redemptions")),
      voucherTemplate: templateId,
      vouchers: [{ id, code: `N${merchantId}-${id}`, templateId, value: null }],
      ...parts.call,
    };
  };
  return { merchant, call };
}

/** Makes 8,000 customers and calls for some of them. Every second call's reward issues a voucher. */
async function manyCustomers(t: OpenHarness): Promise<Many<Call>> {
  const { given } = t;
  const merchant = await given.merchant();
  const { id } = merchant;
  const store = await given.store(merchant);
  const template = await given.template(merchant);
  const plain = await given.reward(merchant);
  const carrying = await given.reward(merchant, { voucherTemplateId: template.id });
  const members = await fillMembers(t, id);
  const calls = Array.from({ length: 64 }, (_, n): Call => {
    const issues = n % 2 === 0;
    return {
      ...plainCall(`${n * 100 + 1}@x.example`, store),
      ...unnamed,
      redemption: n + 1,
      reward: issues ? carrying.id : plain.id,
      voucherTemplate: issues ? template.id : null,
      vouchers: issues ? [{ id: n + 1, code: `V${n}`, templateId: template.id }] : null,
      key: `k${n}`,
      fingerprint: "f",
    };
  });
  return { merchantId: id, tables: [...members, "vouchers"], changes: "memberships", calls };
}

export const redeeming = tested({
  operation: redeemRewards,
  open: openShop,
  cases: {
    ...redeemerCases,
    rewardExists: { call: { reward: 999 } },
    rewardIsActive: { reward: { isActive: false } },
    rewardHasStarted: { reward: { startDate: future } },
    rewardHasNotEnded: { reward: { endDate: past } },
    rewardIsAtStore: { reward: { stores: [1] } },
    rewardIsOnChannel: { reward: { channels: [1] } },
    stampsAreGiven: { reward: { kind: "flexible" }, call: { stamps: null } },
    ...authorizationCases,
    stampsAreHeld: { membership: { stamps: 1 } },
  },
  onlyWords: [
    "storeExists",
    "memberExists",
    "rewardExists",
    "requestIsNamed",
    "requestIsAuthorized",
    "stampsAreGiven",
  ],
  due: dueMember,
  gone: anonymized,
  dueMeanwhile,
  fine: [
    { reward: { startDate: today, endDate: today } },
    { reward: { channels: [1, 2], kind: "flexible" } },
    { membership: { stamps: 2 } },
  ],
  meanwhile: {
    customerIsActive: "is_active = false",
    memberIsNotBlocked: "is_blocked = true",
    memberIsActive: "status = 300",
    ...authorizationMeanwhile,
    stampsAreHeld: "stamps = 1",
  },
  shares: {
    customerId: ({ email, requestId }) => ({ email, requestId }),
    ...sameKey,
  },
  many: manyCustomers,
});
