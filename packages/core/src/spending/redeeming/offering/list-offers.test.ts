import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { CoreContext, Merchant, Scope } from "../../../foundation/context.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../../testing/index.ts";
import { redeemReward } from "../redeem-reward/redeem-reward.ts";
import { getOfferedReward } from "./get-offered-reward.ts";
import { listOffers } from "./list-offers.ts";
import type { OffersInput } from "./offers.rules.ts";

const t = harnessOfFile();

const everything: OffersInput = {
  ...{ user: null, store: null, isOnlyOfStore: false, hasInactiveVouchers: false },
  ...{ channel: null, afterReward: null, afterVoucher: null, limit: 20 },
};

/** Makes a shop in Jakarta with a customer. Returns functions that list the ids of rewards and vouchers. */
async function setting(stamps = 10) {
  const merchant = await t.given.merchant({ timezone: "Asia/Jakarta" });
  const { id: store } = await t.given.store(merchant);
  const { id: user } = await t.given.customer(merchant, {}, { stamps });
  const list = (input: Partial<OffersInput> = {}, parts: Partial<CoreContext> = {}) =>
    listOffers(t.as(merchant, parts), { ...everything, ...input });
  const rewards = async (input: Partial<OffersInput> = {}, parts: Partial<CoreContext> = {}) =>
    (await list(input, parts)).rewards.map(({ id }) => id);
  const vouchers = async (input: Partial<OffersInput> = {}) =>
    (await list({ user, ...input })).vouchers.map(({ id }) => id);
  const reward = async (row = {}) => (await t.given.reward(merchant, row)).id;
  const give = async (row = {}, templateRow = {}) => {
    const template = await t.given.template(merchant, templateRow);
    const held = { voucherTemplateId: template.id, customerId: user, ...row };
    return (await t.given.voucher(merchant, held)).id;
  };
  return { merchant, store, user, list, rewards, vouchers, reward, give };
}

const inOrder = (ids: readonly number[]) => [...ids].sort((one, other) => one - other);
const codeOf = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;

function byToken(merchant: Merchant, scopes: readonly Scope[]): Partial<CoreContext> {
  return { caller: { kind: "token", merchant, tokenId: 1, scopes, stores: null } };
}

describe("the rewards", () => {
  test("are listed by id, page by page, and the vouchers apart from them", async () => {
    const { user, list, reward, give } = await setting();
    const rewards: number[] = [];
    const vouchers: number[] = [];
    for (let n = 0; n < 5; n++) rewards.push(await reward());
    for (let n = 0; n < 3; n++) vouchers.push(await give());
    const [first, second, third, ...rest] = inOrder(rewards);
    const [one, ...others] = inOrder(vouchers);
    const idsOf = async (input: Partial<OffersInput>) => {
      const page = await list({ user, ...input });
      return [page.rewards.map(({ id }) => id), page.vouchers.map(({ id }) => id)];
    };
    expect(await idsOf({ limit: 3 })).toEqual([
      [first, second, third],
      [one, ...others],
    ]);
    expect(await idsOf({ limit: 3, afterReward: third ?? 0 })).toEqual([rest, [one, ...others]]);
    expect(await idsOf({ limit: 1, afterVoucher: one ?? 0 })).toEqual([[first], [others[0]]]);
  });

  test("include those that start later or are not visible, and leave out what is inactive or ended", async () => {
    const { rewards, reward } = await setting();
    const later = await reward({ startDate: "2099-01-01" });
    const hidden = await reward({ isVisible: false });
    await reward({ isActive: false });
    await reward({ endDate: "2026-01-01" });
    expect(await rewards()).toEqual(inOrder([later, hidden]));
  });

  test("end with their last day in the named store's zone, else in the merchant's", async () => {
    const { merchant, rewards, reward } = await setting();
    const { id: east } = await t.given.store(merchant, { timezone: "Asia/Jayapura" });
    const id = await reward({ endDate: "2027-03-13" });
    const at = (time: string) => ({ clockOffsetMs: t.offsetTo(time) });
    // 23:30 on the 13th in Jakarta is 01:30 on the 14th in Jayapura
    expect(await rewards({}, at("2027-03-13T16:30:00Z"))).toEqual([id]);
    expect(await rewards({ store: east }, at("2027-03-13T16:30:00Z"))).toEqual([]);
    expect(await rewards({ store: east }, at("2027-03-13T14:30:00Z"))).toEqual([id]);
    expect(await rewards({}, at("2027-03-13T17:30:00Z"))).toEqual([]);
  });

  test("are chosen by channel and by store before the page is cut", async () => {
    const { merchant, store, rewards, reward } = await setting();
    const { id: elsewhere } = await t.given.store(merchant);
    for (let n = 0; n < 3; n++) await reward({ channels: [3], stores: [elsewhere] });
    const web = await reward({ channels: [2, 4] });
    const here = await reward({ stores: [store, elsewhere] });
    expect(await rewards({ channel: 4, limit: 2 })).toEqual(inOrder([web, here]));
    expect(await rewards({ store, isOnlyOfStore: true, limit: 2 })).toEqual(inOrder([web, here]));
    expect(await rewards({ store, channel: 3, isOnlyOfStore: true })).toEqual([here]);
    expect(await rewards({ store, limit: 100 })).toHaveLength(5);
  });

  test("say whether the customer can redeem them only with a user and a store", async () => {
    const { user, store, list, reward } = await setting();
    await reward({ stampsToRedeem: 11 });
    const reasons = async (input: Partial<OffersInput>) =>
      (await list(input)).rewards.map(({ reason }) => (reason ? reason.code : reason));
    expect(await reasons({})).toEqual([undefined]);
    expect(await reasons({ user })).toEqual([undefined]);
    expect(await reasons({ store })).toEqual([undefined]);
    expect(await reasons({ user, store })).toEqual(["insufficient_stamps"]);
    await reward({ stampsToRedeem: 10 });
    expect(await reasons({ user, store })).toEqual(["insufficient_stamps", null]);
  });

  test("do not ask whether a PIN has authorized the redemption", async () => {
    const { merchant, user, store, list, reward } = await setting();
    const id = await reward();
    const { merchants } = schema;
    const asks = { redemptionPinAuthorization: true };
    await t.db.update(merchants).set(asks).where(eq(merchants.id, merchant.id));
    expect((await list({ user, store })).rewards[0]?.reason).toBeNull();
    const redemption = { ...plain, user, store, reward: id, qty: 1, stamps: null };
    expect(await codeOf(redeemReward(t.as(merchant), redemption))).toBe("authorization_required");
  });
});

test("stamps that have expired are subtracted from the customer's, as redeeming does", async () => {
  const { merchant, user, store, list, reward } = await setting();
  const { memberships: ms, stampEntries: e } = schema;
  const own = and(eq(e.merchantId, merchant.id), eq(e.customerId, user));
  await t.db.update(e).set({ expiresOn: "2026-01-31", day: "2026-01-01" }).where(own);
  const holder = and(eq(ms.merchantId, merchant.id), eq(ms.customerId, user));
  await t.db.update(ms).set({ nextExpiryOn: "2026-01-31" }).where(holder);
  const id = await reward({ stampsToRedeem: 1 });
  const { membership, rewards } = await list({ user, store });
  expect([membership?.stamps, rewards[0]?.reason?.code]).toEqual([0, "insufficient_stamps"]);
  const redemption = { ...plain, user, store, reward: id, qty: 1, stamps: null };
  expect(await codeOf(redeemReward(t.as(merchant), redemption))).toBe("insufficient_stamps");
});

describe("the user's vouchers", () => {
  test("are those that can be redeemed, and with the inactive ones also withdrawn and ended ones", async () => {
    const { vouchers, give } = await setting();
    const open = [await give(), await give({ startDate: "2099-01-01" })];
    const inactive = [await give({ isActive: false }), await give({ endDate: "2026-01-31" })];
    await give({ redeemedAt: "2026-11-01T00:00:00Z" });
    await give({ customerId: null });
    expect(await vouchers()).toEqual(inOrder(open));
    expect(await vouchers({ hasInactiveVouchers: true })).toEqual(inOrder([...open, ...inactive]));
    expect(await vouchers({ user: null })).toEqual([]);
  });

  test("are chosen by channel and by store", async () => {
    const { merchant, store, vouchers, give } = await setting();
    const { id: elsewhere } = await t.given.store(merchant);
    const any = await give();
    const kiosk = await give({}, { channels: [3] });
    const other = await give({}, { stores: [elsewhere] });
    expect(await vouchers({ channel: 4 })).toEqual(inOrder([any, other]));
    expect(await vouchers({ store, isOnlyOfStore: true })).toEqual(inOrder([any, kiosk]));
    expect(await vouchers({ store })).toEqual(inOrder([any, kiosk, other]));
  });

  test("show their codes to tokens with the scope vouchers alone", async () => {
    const { merchant, user, list, give } = await setting();
    await give({ code: "SECRET-1" });
    const codes = async (scopes: readonly Scope[]) =>
      (await list({ user }, byToken(merchant, scopes))).vouchers.map(({ code }) => code);
    expect(await codes(["redemptions", "vouchers"])).toEqual(["SECRET-1"]);
    expect(await codes(["redemptions", "vouchers.issue"])).toEqual([null]);
  });
});

describe("a list", () => {
  test("counts its customer as shown to the token, unless it is refused or names none", async () => {
    const { merchant, user, store, list } = await setting();
    const token = byToken(merchant, ["redemptions"]);
    const { budgets: b } = schema;
    const shown = async () => {
      const counted = and(eq(b.merchantId, merchant.id), eq(b.budget, "customersShownInDay"));
      return (await t.db.select({ spent: b.spent }).from(b).where(counted))[0]?.spent ?? 0;
    };
    await list({}, token);
    await list({ store }, token);
    await refusalOf(list({ user: "nobody@example.com" }, token));
    await refusalOf(list({ user, store: "none" }, token));
    await refusalOf(list({ user, isOnlyOfStore: true }, token));
    expect(await shown()).toBe(0);
    await list({ user, store }, token);
    await list({ user }, token);
    expect(await shown()).toBe(2);
    await t.db
      .update(b)
      .set({ spent: 20_000 })
      .where(and(eq(b.merchantId, merchant.id), eq(b.budget, "customersShownInDay")));
    expect(await codeOf(list({ user }, token))).toBe("too_many_attempts");
    expect((await list({}, token)).customer).toBeNull();
  });

  test("is refused for an unknown customer or store, or for the rewards of no store", async () => {
    const { merchant, store, list } = await setting();
    const foreign = await setting();
    for (const user of ["nobody@example.com", foreign.user])
      expect(await codeOf(list({ user }))).toBe("invalid_user");
    for (const unknown of ["none", foreign.store])
      expect(await codeOf(list({ store: unknown }))).toBe("invalid_store");
    expect(await codeOf(list({ isOnlyOfStore: true }))).toBe("required");
    const { id: elsewhere } = await t.given.store(merchant);
    const { caller } = t.within(merchant, [elsewhere]);
    expect(await codeOf(list({ store }, { caller }))).toBe("permission_denied");
  });
});

describe("a reward by its code", () => {
  test("names the active stores in which it can be redeemed", async () => {
    const { merchant, store, reward } = await setting();
    const { storeNames, closed } = await stores(merchant);
    await reward({ code: "Everywhere" });
    await reward({ code: "here", stores: [store, closed] });
    const names = async (code: string) =>
      (await getOfferedReward(t.as(merchant), code)).availableAt;
    expect(await names("EVERYWHERE")).toEqual(storeNames);
    expect(await names("HERE")).toHaveLength(1);
  });

  test("is not found if it is inactive, has ended, or is another merchant's", async () => {
    const { merchant, reward } = await setting();
    const foreign = await setting();
    await reward({ code: "GONE", isActive: false });
    await reward({ code: "ENDED", endDate: "2026-01-31" });
    await foreign.reward({ code: "THEIRS" });
    for (const code of ["GONE", "ENDED", "THEIRS", "NONE"])
      expect(await codeOf(getOfferedReward(t.as(merchant), code))).toBe("reward_not_found");
  });

  /** Adds an active and an inactive store. Returns the sorted names of all active stores. */
  async function stores(merchant: Merchant) {
    await t.given.store(merchant, { name: "Z" });
    const { id: closed } = await t.given.store(merchant, { name: "A", isActive: false });
    const { stores: s } = schema;
    const rows = await t.db.select().from(s).where(eq(s.merchantId, merchant.id));
    const active = rows.filter(({ isActive }) => isActive).map(({ name }) => name);
    return { storeNames: active.sort(), closed };
  }
});
