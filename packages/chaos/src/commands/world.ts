import type * as awards from "@stampbook/core/awards";
import type { CoreContext, Merchant } from "@stampbook/core/context";
import type * as members from "@stampbook/core/members";
import type * as redeeming from "@stampbook/core/redeeming";
import type * as sales from "@stampbook/core/sales";
import type { Harness, OpenHarness } from "@stampbook/core/testing";
import { type Limits, type Model, momentOf, programme, type Store } from "./model.ts";
import type { Step } from "./step.ts";
import { openLimits, type WorldRows, worldRows } from "./world-rows.ts";

export type Verbs = typeof redeeming & typeof sales & typeof awards & typeof members;

/** The service under test, with its merchant and the calls that were sent. */
export type Real = {
  readonly harness: OpenHarness;
  readonly merchant: Merchant;
  readonly verbs: Verbs;
  readonly stores: readonly Store[];
  /** Returns the context of a call on a day of the world, with an optional idempotency key. */
  readonly context: (day: number, key: Key | null) => CoreContext & { replays: () => number };
  /** The calls that were sent with a key. */
  readonly sent: { readonly step: Step; readonly key: Key }[];
  /** How many commands ran, and how many calls had each outcome. */
  readonly tally: { commands: number; readonly outcomes: Record<string, number> };
};

export type Key = { readonly key: string; readonly fingerprint: string };

/** Makes a merchant with rewards, vouchers and promo codes, and the matching model. */
export async function makeWorld(
  harness: OpenHarness,
  verbs: Verbs,
): Promise<{ model: Model; real: Real }> {
  const merchant = await harness.given.merchant(programme);
  const rows = worldRows(harness.given, merchant);
  const here = await rows.store("Asia/Jakarta", 0);
  const stores = [here, await rows.store("Pacific/Honolulu", 1)];
  const tally = { commands: 0, outcomes: {} };
  const context = contexts(harness, merchant);
  return {
    model: await makeModel(rows, here),
    real: { harness, merchant, verbs, stores, context, sent: [], tally },
  };
}

async function makeModel(rows: WorldRows, here: Store): Promise<Model> {
  const { member, template, reward, voucher, promoCode } = rows;
  const members = [await member(60), await member(20), await member(0)] as const;
  const [ani, budi] = members;
  const lunch = await template(2_500, false, 10);
  const gift = await template(1_000, true, 5);
  const local = await template(null, false, null, here.id);
  const limits = (some: Partial<Limits>): Limits => ({ ...openLimits, ...some });
  return {
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
      await reward(1, null, limits({ isActive: false })),
      await reward(1, null, limits({ through: 15 })),
      await reward(1, local, limits({ store: here.id })),
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
      await promoCode(3, 1, limits({ from: 2, through: 12 })),
      await promoCode(2, null, limits({ store: here.id })),
    ],
    redemptions: [],
    sales: [],
    returns: [],
    awards: [],
    registered: [],
    authorizations: [],
    kept: new Map(),
  };
}

/** Returns a function that makes contexts. A context's clock shows the given day of the world. */
function contexts(harness: Harness, merchant: Merchant): Real["context"] {
  const began = harness.offsetTo(momentOf(0));
  return (day, key) => {
    const keyed = harness.keyed(merchant, key?.key ?? "", key?.fingerprint ?? "");
    const { idempotency, ...plain } = keyed;
    return { ...(key ? keyed : plain), clockOffsetMs: began + day * 86_400_000 };
  };
}
