import type { CoreContext } from "@stampbook/core/context";
import * as redeeming from "@stampbook/core/redeeming";
import { type OpenHarness, plain } from "@stampbook/core/testing";
import { sql } from "drizzle-orm";

type Call = (ctx: CoreContext) => Promise<{ readonly redemption: { readonly id: number } }>;

/** Whether the merchant asks for a PIN authorization, and whether a call without guards takes part. */
export type Everything = { readonly withPin: boolean; readonly isNaive: boolean };

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

function pick<T>(from: readonly T[]): T {
  const one = from[Math.floor(Math.random() * from.length)];
  if (one === undefined) throw new TypeError("there is nothing to pick from");
  return one;
}

/**
 * Makes a merchant with two members, and returns a function that picks a call. The calls are of every operation
 * that redeems, on the same stamps, vouchers, codes and authorizations, and cancels of earlier redemptions.
 */
export async function openEverything(harness: OpenHarness, { withPin, isNaive }: Everything) {
  const { given } = harness;
  const merchant = await given.merchant({ redemptionPinAuthorization: withPin });
  const { id: store } = await given.store(merchant);
  const member = await given.customer(merchant, {}, { stamps: 40 });
  const other = await given.customer(merchant, {}, { stamps: 40 });
  const customerId = member.id;
  const authorize = (customerId: number) =>
    Promise.all(times(30, () => given.authorization(merchant, { customerId })));
  const requests = await authorize(customerId);
  const members = [
    { user: member.email, requests },
    { user: other.email, requests: await authorize(other.id) },
  ];
  const by = ({ user, requests }: (typeof members)[number]) => {
    const { requestId } = pick(requests);
    return { ...plain, store, user, requestId };
  };
  const byAny = () => by(pick(members));
  const input = () => by({ user: member.email, requests });

  const template = await given.template(merchant);
  const dynamic = await given.template(merchant, { isDynamic: true, value: "10.00" });
  const rewards = await Promise.all([
    given.reward(merchant, { stampsToRedeem: 1 }),
    ...[template, dynamic].map(({ id }) =>
      given.reward(merchant, { stampsToRedeem: 2, voucherTemplateId: id }),
    ),
  ]);
  const held = { voucherTemplateId: template.id, customerId };
  const value = { value: "10.00", remainingValue: "10.00" };
  const vouchers = await Promise.all(times(3, () => given.voucher(merchant, held)));
  const codes = await Promise.all(
    times(3, () => given.voucher(merchant, { ...held, customerId: null })),
  );
  const gifts = await Promise.all(
    times(2, () => given.voucher(merchant, { ...held, ...value, voucherTemplateId: dynamic.id })),
  );
  const promo = await given.promoCode(merchant, { maxUses: 6, maxUsesPerCustomer: 5 });

  const single = rewards.map(
    ({ id }): Call =>
      (ctx) =>
        redeeming.redeemReward(ctx, { ...input(), reward: id, qty: 1, stamps: null }),
  );
  const several: Call = (ctx) => {
    const lines = rewards.map(({ code }) => ({ code, qty: 1, stamps: null, ...pick(requests) }));
    return redeeming.redeemMultipleRewards(ctx, { ...input(), rewards: lines });
  };
  const whole =
    (voucher: number): Call =>
    (ctx) =>
      redeeming.redeemVoucher(ctx, { ...input(), voucher });
  const part =
    (voucher: number): Call =>
    (ctx) =>
      redeeming.deductValue(ctx, { ...input(), voucher, value: "2.50" });
  const byCode =
    (voucherCode: string): Call =>
    (ctx) =>
      redeeming.redeemVoucherCode(ctx, {
        ...byAny(),
        ...{ voucherCode, voucherTemplate: template.id },
      });
  const use: Call = (ctx) =>
    redeeming.redeemPromoCode(ctx, {
      ...byAny(),
      promoCode: promo.code,
    });

  const before = [...single, several, ...gifts.map(({ id }) => part(id)), use, use];
  const ids: number[] = [];
  for (const call of before) {
    const told = await call(harness.as(merchant)).catch(() => null);
    if (told) ids.push(told.redemption.id);
  }
  const issued = [...((await harness.rows(merchant)).get("vouchers")?.values() ?? [])];
  const calls = [
    ...before,
    ...vouchers.map(({ id }) => whole(id)),
    ...codes.map(({ code }) => byCode(code)),
    ...[...gifts, ...issued].flatMap(({ id }) => [whole(Number(id)), part(Number(id))]),
    ...ids.map((redemptionId): Call => {
      const canceled = { redemptionId, createReplacementVoucher: true };
      return (ctx) => redeeming.cancelRedemption(ctx, canceled);
    }),
    ...(isNaive ? times(10, (): Call => (ctx) => takeStamp(ctx, customerId)) : []),
  ];
  return { merchant, next: () => pick(calls) };
}

/**
 * Takes a stamp without a guard: reads the balance, and then writes what it has read, less one. A race must
 * find that a stamp is lost.
 */
async function takeStamp({ db, caller, ids }: CoreContext, customerId: number) {
  const merchantId = caller.merchant.id;
  const cause = await ids.take(merchantId, "redemptions");
  const rows: unknown = await db.execute(sql`select stamps from memberships
    where merchant_id = ${merchantId} and customer_id = ${customerId}`);
  const [member] = rows as { readonly stamps: string }[];
  await db.execute(sql`
    with member as (
      update memberships set stamps = ${Number(member?.stamps) - 1}, entry_number = entry_number + 1
      where merchant_id = ${merchantId} and customer_id = ${customerId} returning entry_number
    )
    insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
    select ${merchantId}::bigint, ${customerId}::bigint, 'opening', ${cause}::bigint, -1, entry_number,
      current_date
    from member`);
  return { redemption: { id: cause } };
}
