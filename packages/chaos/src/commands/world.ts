import type { CoreContext, Merchant } from "@stampbook/core/context";
import type * as redeeming from "@stampbook/core/redeeming";
import type { Harness, OpenHarness } from "@stampbook/core/testing";
import {
  amount,
  date,
  type Limits,
  type Member,
  type Model,
  momentOf,
  type PromoCode,
  type Reward,
  type Store,
  type Template,
  type Voucher,
} from "./model.ts";
import type { Step } from "./step.ts";

export type Verbs = typeof redeeming;

/** The service under test. */
export type Real = {
  readonly harness: OpenHarness;
  readonly merchant: Merchant;
  readonly verbs: Verbs;
  readonly stores: readonly Store[];
  /** A call on a day of the world, with an optional key. */
  readonly context: (day: number, key: Key | null) => CoreContext & { replays: () => number };
  /** The calls that were sent with a key. */
  readonly sent: { readonly step: Step; readonly key: Key }[];
  /** The number of commands, and of calls by outcome. */
  readonly tally: { commands: number; readonly outcomes: Record<string, number> };
};

export type Key = { readonly key: string; readonly fingerprint: string };

const open: Limits = { isActive: true, from: null, through: null, store: null };

/** A merchant with everything that can be redeemed, and the matching model. */
export async function makeWorld(
  harness: OpenHarness,
  verbs: Verbs,
): Promise<{ model: Model; real: Real }> {
  const { given } = harness;
  const merchant = await given.merchant();
  const stores = [await makeStore("Asia/Jakarta", 0), await makeStore("Pacific/Honolulu", 1)];
  const [jakarta] = stores;
  const here = jakarta?.id ?? 0;

  async function makeStore(timezone: string, daysBehind: number): Promise<Store> {
    const { id } = await given.store(merchant, { timezone });
    return { id, daysBehind };
  }
  const limited = ({ isActive, from, through, store }: Limits) => ({
    isActive,
    startDate: date(from),
    endDate: date(through),
    stores: store === null ? [] : [store],
  });
  async function member(stamps: number): Promise<Member> {
    const { id, email } = await given.customer(merchant, {}, { stamps });
    return { id, email, stamps };
  }
  async function template(
    value: number | null,
    isDynamic: boolean,
    validityDays: number | null,
    store: number | null = null,
  ): Promise<Template> {
    const stores = store === null ? [] : [store];
    const row = { value: amount(value), isDynamic, validityDays, stores };
    const { id, name } = await given.template(merchant, row);
    return { id, name, value, isDynamic, validityDays, store };
  }
  async function reward(cost: number | null, of: Template | null, limits = open): Promise<Reward> {
    const { id, code } = await given.reward(merchant, {
      ...limited(limits),
      kind: cost === null ? "flexible" : "fixed",
      stampsToRedeem: cost ?? 0,
      voucherTemplateId: of?.id ?? null,
    });
    return { ...limits, id, code, cost, template: of };
  }
  async function voucher(
    of: Template,
    owner: Member | null,
    from: number | null = null,
    through: number | null = null,
  ): Promise<Voucher> {
    const left = of.isDynamic ? of.value : null;
    const { id, code } = await given.voucher(merchant, {
      voucherTemplateId: of.id,
      customerId: owner?.id ?? null,
      value: amount(of.value),
      remainingValue: amount(left),
      startDate: date(from),
      endDate: date(through),
    });
    const states = { owner: owner?.id ?? null, left, isSpent: false, isActive: true };
    return { id, code, template: of, value: of.value, from, through, ...states };
  }
  async function promoCode(
    max: number | null,
    maxPerMember: number | null,
    limits: Limits = open,
  ): Promise<PromoCode> {
    const { id, code } = await given.promoCode(merchant, {
      ...limited(limits),
      maxUses: max,
      maxUsesPerCustomer: maxPerMember,
    });
    return { ...limits, id, code, max, maxPerMember, usedBy: [] };
  }

  const members = [await member(60), await member(20), await member(0)] as const;
  const [ani, budi] = members;
  const lunch = await template(2_500, false, 10);
  const gift = await template(1_000, true, 5);
  const local = await template(null, false, null, here);
  const model: Model = {
    day: 0,
    asksForPin: false,
    members: [...members],
    rewards: [
      await reward(1, null),
      await reward(3, null),
      await reward(null, null),
      await reward(2, lunch),
      await reward(2, gift),
      await reward(null, gift),
      await reward(1, null, { ...open, isActive: false }),
      await reward(1, null, { ...open, through: 15 }),
      await reward(1, local, { ...open, store: here }),
    ],
    vouchers: [
      await voucher(lunch, ani),
      await voucher(lunch, ani, null, 5),
      await voucher(lunch, budi, 3),
      await voucher(gift, ani, null, 20),
      await voucher(gift, budi),
      await voucher(local, budi),
      await voucher(lunch, null),
      await voucher(gift, null, null, 8),
      await voucher(local, null),
    ],
    promoCodes: [
      await promoCode(1, null),
      await promoCode(null, 1),
      await promoCode(3, 1, { ...open, from: 2, through: 12 }),
      await promoCode(2, null, { ...open, store: here }),
    ],
    redemptions: [],
    authorizations: [],
    kept: new Map(),
  };
  const context = contexts(harness, merchant);
  return {
    model,
    real: {
      harness,
      merchant,
      verbs,
      stores,
      context,
      sent: [],
      tally: { commands: 0, outcomes: {} },
    },
  };
}

/** The world's clock advances while the commands run. */
function contexts(harness: Harness, merchant: Merchant): Real["context"] {
  const began = harness.offsetTo(momentOf(0));
  return (day, key) => {
    const keyed = harness.keyed(merchant, key?.key ?? "", key?.fingerprint ?? "");
    const { idempotency, ...plain } = keyed;
    return { ...(key ? keyed : plain), clockOffsetMs: began + day * 86_400_000 };
  };
}
