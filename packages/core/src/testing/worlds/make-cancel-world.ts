import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import type { Caller, CoreContext, Merchant } from "../../foundation/context.ts";
import { addDays } from "../../holding/vouchers/voucher.rules.ts";
import {
  type CancelRedemptionInput,
  cancelRedemption,
  deductValue,
  redeemMultipleRewards,
  redeemPromoCode,
  redeemReward,
  redeemVoucher,
  redeemVoucherCode,
} from "../../spending/redeeming/index.ts";
import type { OpenHarness } from "../open-harness.ts";
import { plain } from "../ways.ts";
import type { CancelWorldFacts } from "./cancel-worlds.ts";

/** The context and the input of a call. */
export type CancelWorldCall = { readonly ctx: CoreContext; readonly input: CancelRedemptionInput };

/** A merchant with the rows that the facts describe, and calls to make there. */
export type CancelWorld = {
  readonly merchant: Merchant;
  readonly calls: readonly CancelWorldCall[];
};

type RedemptionFacts = CancelWorldFacts["redemptions"][number];

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** An id that no redemption has: a world makes a few redemptions, with ids from 1. */
const UNKNOWN_ID = 999;

/** Makes a world from the facts. Equal facts make worlds that differ only in ids and names. */
export async function makeCancelWorld(
  t: OpenHarness,
  facts: CancelWorldFacts,
  cancel: typeof cancelRedemption = cancelRedemption,
): Promise<CancelWorld> {
  const shop = await makeShop(t, facts);
  await keepOutcome(shop, cancel);
  const ids: number[] = [];
  for (const redemption of facts.redemptions) ids.push(await redeem(shop, redemption, cancel));
  for (const redemption of facts.redemptions) await endCard(shop, redemption);
  if (facts.isForgotten) await forget(shop);
  const { merchant } = shop;
  return { merchant, calls: facts.calls.map((call) => callIn(shop, ids, call)) };
}

type Shop = Awaited<ReturnType<typeof makeShop>>;

/**
 * Makes two members with 100 stamps and a gift card of 10.00 each, and rewards, templates and a promo code.
 */
async function makeShop(t: OpenHarness, facts: CancelWorldFacts) {
  const { given } = t;
  const { timezone } = facts;
  const merchant = await given.merchant({ timezone });
  const people = [
    await given.customer(merchant, {}, { stamps: 100 }),
    await given.customer(merchant, {}, { stamps: 100 }),
  ] as const;
  const dynamic = await given.template(merchant, { isDynamic: true, value: "4.00" });
  const gift = ({ id }: { readonly id: number }) => {
    const worth = { value: "10.00", remainingValue: "10.00" };
    return given.voucher(merchant, { ...worth, customerId: id, voucherTemplateId: dynamic.id });
  };
  const clockOffsetMs = facts.hours * HOUR_MS;
  return {
    ...{ t, facts, merchant, people, clockOffsetMs },
    stores: { here: await given.store(merchant), elsewhere: await given.store(merchant) },
    gifts: [await gift(people[0]), await gift(people[1])] as const,
    templates: { dynamic, fixed: await given.template(merchant, { value: "5.00" }) },
    reward: await given.reward(merchant, { stampsToRedeem: 3 }),
    issuing: await given.reward(merchant, { stampsToRedeem: 0, voucherTemplateId: dynamic.id }),
    promoCode: await given.promoCode(merchant),
    today: new Intl.DateTimeFormat("sv", { timeZone: timezone }).format(Date.now() + clockOffsetMs),
  };
}

/** Cancels a redemption with the key `k`, about a week ago. */
async function keepOutcome(shop: Shop, cancel: typeof cancelRedemption) {
  const { t, facts, merchant, people, stores, reward, clockOffsetMs } = shop;
  if (facts.kept === "nothing") return;
  const age = WEEK_MS + (facts.kept === "old" ? MINUTE_MS : -MINUTE_MS);
  const ctx = { ...t.keyed(merchant, "k"), clockOffsetMs: clockOffsetMs - age };
  const input = { ...plain, user: people[0].email, store: stores.here.id };
  const price = { reward: reward.id, qty: 1, stamps: null };
  const { redemption } = await redeemReward(ctx, { ...input, ...price });
  await cancel(ctx, { redemptionId: redemption.id, createReplacementVoucher: false });
}

/**
 * Makes a redemption. Then cancels it, or spends some or all of the voucher that it issued, as the facts say.
 * Returns the redemption's id.
 */
async function redeem(shop: Shop, facts: RedemptionFacts, cancel: typeof cancelRedemption) {
  const { t, merchant, people, stores, clockOffsetMs } = shop;
  const ctx = t.as(merchant, { clockOffsetMs: clockOffsetMs - facts.hoursAgo * HOUR_MS });
  const input = { ...plain, user: people[facts.holder].email, store: stores[facts.store].id };
  const extraData = { note: "“é”" };
  const { id, issued } = await redeemers[facts.kind](shop, facts, ctx, { ...input, extraData });
  if (facts.isCanceled) {
    await cancel(ctx, { redemptionId: id, createReplacementVoucher: facts.isDynamic });
  } else if (issued !== undefined) {
    const spending = { ...input, voucher: issued };
    if (facts.spent === "part") await deductValue(ctx, { ...spending, value: "0.01" });
    if (facts.spent === "part" || facts.spent === "nothing") return id;
    const { redemption } = await redeemVoucher(ctx, spending);
    if (facts.spent === "all") return id;
    const createReplacementVoucher = facts.spent === "replaced";
    await cancel(ctx, { redemptionId: redemption.id, createReplacementVoucher });
  }
  return id;
}

/** Makes the gift card of a deduction inactive, or lets it end yesterday. */
async function endCard(
  { t, merchant, gifts, today }: Shop,
  { kind, holder, card }: RedemptionFacts,
) {
  if (kind !== "voucher_value" || card === "valid") return;
  const { vouchers } = schema;
  await t.db
    .update(vouchers)
    .set(card === "ended" ? { endDate: addDays(today, -1) } : { isActive: false })
    .where(and(eq(vouchers.merchantId, merchant.id), eq(vouchers.id, gifts[holder].id)));
}

type Input = Omit<Parameters<typeof redeemVoucher>[1], "voucher">;
type Redeem = (
  shop: Shop,
  facts: RedemptionFacts,
  ctx: CoreContext,
  input: Input,
) => Promise<{ readonly id: number; readonly issued?: number | undefined }>;

const redeemers: Readonly<Record<RedemptionFacts["kind"], Redeem>> = {
  reward: async ({ reward }, _, ctx, input) => {
    const price = { reward: reward.id, qty: 2, stamps: null };
    return (await redeemReward(ctx, { ...input, ...price })).redemption;
  },
  issuing: async ({ issuing }, _, ctx, input) => {
    const price = { reward: issuing.id, qty: 2, stamps: null };
    const { redemption, voucher } = await redeemReward(ctx, { ...input, ...price });
    return { id: redemption.id, issued: voucher?.id };
  },
  rewards: async ({ reward, issuing }, _, ctx, input) => {
    const rewards = [reward, issuing].map(({ code }) => ({
      ...{ code, qty: 1, stamps: null, requestId: null },
    }));
    return (await redeemMultipleRewards(ctx, { ...input, rewards })).redemption;
  },
  voucher: async (shop, facts, ctx, input) => {
    const { id } = await makeVoucher(shop, facts, shop.people[facts.holder].id);
    return (await redeemVoucher(ctx, { ...input, voucher: id })).redemption;
  },
  voucher_code: async (shop, facts, ctx, input) => {
    const { code, voucherTemplate } = await makeVoucher(shop, facts, null);
    const byCode = { voucherCode: code, voucherTemplate };
    return (await redeemVoucherCode(ctx, { ...input, ...byCode })).redemption;
  },
  voucher_value: async ({ gifts }, { holder }, ctx, input) => {
    const value = { voucher: gifts[holder].id, value: "2.50" };
    return (await deductValue(ctx, { ...input, ...value })).redemption;
  },
  promo_code: async ({ promoCode: { code } }, _, ctx, input) =>
    (await redeemPromoCode(ctx, { ...input, promoCode: code })).redemption,
};

async function makeVoucher(
  { t, merchant, templates, today }: Shop,
  { isDynamic, endsIn }: RedemptionFacts,
  customerId: number | null,
) {
  const { id: voucherTemplate } = templates[isDynamic ? "dynamic" : "fixed"];
  const { id, code } = await t.given.voucher(merchant, {
    ...{ customerId, voucherTemplateId: voucherTemplate, value: "7.00" },
    remainingValue: isDynamic ? "7.00" : null,
    endDate: endsIn === null ? null : addDays(today, endsIn),
  });
  return { id, code, voucherTemplate };
}

async function forget({ t, merchant, people }: Shop) {
  const { customers } = schema;
  const isSecond = and(eq(customers.merchantId, merchant.id), eq(customers.id, people[1].id));
  await t.db.update(customers).set({ anonymizedAt: new Date().toISOString() }).where(isSecond);
}

function callIn(
  { t, merchant, stores, clockOffsetMs }: Shop,
  ids: readonly number[],
  { redemption, createReplacementVoucher, ...call }: CancelWorldFacts["calls"][number],
): CancelWorldCall {
  const limits = { all: null, here: [stores.here.id], elsewhere: [stores.elsewhere.id] };
  const shared = { merchant, stores: limits[call.within] };
  const caller: Caller =
    call.caller === "token"
      ? { ...shared, kind: "token", tokenId: 1, scopes: ["*"] }
      : { ...shared, kind: "staff", userId: "u1", role: call.caller };
  const ctx = call.key === null ? t.as(merchant) : t.keyed(merchant, call.key, call.fingerprint);
  const redemptionId = (redemption === "unknown" ? null : ids[redemption]) ?? UNKNOWN_ID;
  return {
    ctx: { ...ctx, caller, clockOffsetMs },
    input: { redemptionId, createReplacementVoucher, reason: call.reason },
  };
}
