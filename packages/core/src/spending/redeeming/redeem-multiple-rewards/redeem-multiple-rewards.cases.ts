import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
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
import { type RewardsCall, redeemManyRewards } from "./redeem-multiple-rewards.ts";

type Call = RewardsCall & CallKey;

/**
 * A merchant that asks for an authorization by PIN. Each call has two lines, and `parts` changes the second. Its
 * reward issues a voucher, so that a template is locked.
 */
export async function openShop(t: OpenHarness): Promise<Shop<Call>> {
  const { given } = t;
  const { merchant, customerOf } = await openRedeemers(t);
  const { id: merchantId } = merchant;
  const { id: customerId } = await given.customer(merchant);
  const earlier = { merchantId, customerId, id: 1, kind: "rewards", storeId: 1, name: "earlier" };
  await t.db.insert(schema.redemptions).values({ ...earlier, redeemedBy: "token:1" });
  const { id: templateId } = await given.template(merchant);
  const first = await given.reward(merchant, { stampsToRedeem: 1 });
  let vouchers = 0;
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => {
    const store = await given.store(merchant, parts.store);
    const membership = { stamps: 5, ...parts.membership };
    const customer = await customerOf({ ...parts, membership }, twin);
    const own = { customerId: customer.id };
    const issuing = { voucherTemplateId: templateId, stampsToRedeem: 1, ...parts.reward };
    const second = await given.reward(merchant, issuing);
    const [one, two] = [
      await given.authorization(merchant, own),
      await given.authorization(merchant, { ...own, ...parts.authorization }),
    ];
    const id = ++vouchers;
    const voucher = { id, code: `N${merchantId}-${id}`, templateId, value: null };
    const line = { id: null, qty: 1, stamps: 2, voucherTemplate: null, vouchers: null };
    return {
      ...plainCall(customer.email, store),
      channel: 2,
      redemption: 100 + (await t.deps.ids.take(merchantId, "redemptions")),
      lines: [
        { ...line, line: 1, code: first.code, requestId: one.requestId },
        {
          ...{ ...line, line: 2, code: second.code, requestId: two.requestId },
          ...{ voucherTemplate: templateId, vouchers: [voucher], ...parts.line },
        },
      ],
      ...parts.call,
    };
  };
  return { merchant, call };
}

/**
 * Makes 8,000 customers with an authorization each, 8,000 rewards, and calls for some of the customers. Each call
 * has two lines. The second has a reward's id, and this reward issues a voucher.
 */
async function manyCustomers(t: OpenHarness): Promise<Many<Call>> {
  const merchant = await t.given.merchant({ redemptionPinAuthorization: true });
  const { id } = merchant;
  const store = await t.given.store(merchant);
  const { id: templateId } = await t.given.template(merchant);
  const carrying = await t.given.reward(merchant, { voucherTemplateId: templateId });
  const members = await fillMembers(t, id);
  const sql = await openFillClient(t.open.url);
  await sql`insert into redemption_authorizations (merchant_id, id, customer_id, request_id, expires_at)
    select ${id}::bigint, n, n, 'request', now() + interval '1 hour' from generate_series(1, 8000) n`;
  await sql`insert into rewards (merchant_id, id, code, code_key, name, kind, stamps_to_redeem)
    select ${id}::bigint, n, 'C' || n, 'C' || n, 'Reward', 'fixed', 2 from generate_series(1, 8000) n`;
  await sql.end();
  const line = { qty: 1, stamps: null, requestId: "request" };
  const plain = { ...line, line: 1, id: null, voucherTemplate: null, vouchers: null };
  const issuing = { ...line, line: 2, code: String(carrying.id), id: carrying.id };
  const calls = Array.from({ length: 64 }, (_, n): Call => {
    const vouchers = [{ id: n + 1, code: `V${n}`, templateId }];
    return {
      ...plainCall(`${n * 100 + 1}@x.example`, store),
      redemption: n + 1,
      lines: [
        { ...plain, code: `C${n + 1}` },
        { ...issuing, voucherTemplate: templateId, vouchers },
      ],
      key: `k${n}`,
      fingerprint: "f",
    };
  });
  const tables = [...members, "vouchers", "rewards", "redemption_authorizations"];
  return { merchantId: id, tables, changes: "memberships", calls };
}

export const redeemingMany = tested({
  operation: redeemManyRewards,
  open: openShop,
  cases: {
    ...redeemerCases,
    rewardExists: { line: { code: "NOPE" } },
    rewardIsActive: { reward: { isActive: false } },
    rewardHasStarted: { reward: { startDate: future } },
    rewardHasNotEnded: { reward: { endDate: past } },
    rewardIsAtStore: { reward: { stores: [1] } },
    rewardIsOnChannel: { reward: { channels: [1] } },
    stampsAreGiven: { reward: { kind: "flexible" }, line: { stamps: 0 } },
    ...authorizationCases,
    requestIsNamed: { line: { requestId: null } },
    requestIsAuthorized: { line: { requestId: "unknown" } },
    stampsAreHeld: { membership: { stamps: 1 } },
  },
  onlyWords: [
    ...["storeExists", "memberExists", "rewardExists"],
    ...["requestIsNamed", "requestIsAuthorized"],
  ] as const,
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
    customerId: ({ email, lines }) => ({ email, lines }),
    ...sameKey,
  },
  many: manyCustomers,
});
