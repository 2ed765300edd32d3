import { expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, type Shop, shopOfSuite, someMessage } from "../../shop.ts";

const PATH = "/api/rewards";

type Listed = { readonly id: number; readonly redeemable: boolean | null };
type Answer = {
  readonly rewards: readonly (Listed & { readonly reason: { error_code: string } | null })[];
  readonly vouchers: readonly { readonly id: number }[];
};

contract("rewards (C1, C2)", (house) => {
  const shop = shopOfSuite(house);

  const list = async (input: object, by: Shop = shop, token = by.token) =>
    (await by.call(PATH, input, { token })).slice(0, 2);

  async function found(input: object, by: Shop = shop): Promise<Answer> {
    const [status, answer] = await list(input, by);
    expect([status, answer]).toEqual([200, expect.anything()]);
    return answer as Answer;
  }

  /** A shop with a reward that has every field set, and the reward as answers show it. */
  async function withReward() {
    const own = await openShop(house);
    const { merchant, store } = own;
    const texts = { description: "A bun with kaya", terms: "One each" };
    const extraData = { sku: "KB-1" };
    const { id, code } = await house.given.reward(merchant, {
      ...texts,
      name: "Kaya Bun",
      code: "kb-17",
      stampsToRedeem: 20,
      price: "12500.50",
      imageUrl: "https://example.com/a.png",
      landscapeUrl: "https://example.com/b.png",
      extraData,
      isVisible: false,
      stores: [store.id],
      channels: [2, 4],
    });
    const shown = {
      id,
      code,
      name: "Kaya Bun",
      ...texts,
      stamps_to_redeem: 20,
      type: 1,
      type_text: "Product",
      membership: "Blue",
      image_url: "https://example.com/a.png",
      landscape_url: "https://example.com/b.png",
      price: 12500.5,
      merchant_code: null,
      extra_data: extraData,
      redeemable: null,
      reason: null,
      is_visible: false,
    };
    return { own, shown };
  }

  it("C9: answers whole, over REST and tRPC, with and without the slash", async () => {
    const { own, shown } = await withReward();
    const customer = await own.customer(20);
    const { id, code } = await own.voucherOf(customer.id, {
      endDate: "2099-02-03",
      template: {
        termsAndConditions: "Not with others",
        pictureUrl: "https://example.com/bun.png",
        extraData: { sku: "V" },
        channels: [2],
      },
    });
    const voucher = {
      id,
      name: "Free Kaya Bun",
      type: "voucher",
      quantity: 1,
      image_url: "https://example.com/bun.png",
      landscape_url: null,
      terms: "Not with others",
      expires_on: "3-02-2099 23:59",
      extra_data: { sku: "V" },
      constraint: { channels: [2] },
    };
    const answer = {
      rewards: [{ ...shown, redeemable: true }],
      vouchers: [{ ...voucher, code }],
      customer: {
        id: customer.id,
        stamps: 20,
        stamps_remaining: 20,
        membership_status: "Blue",
        status: "Blue",
      },
    };
    for (const user of [customer.email, customer.memberId, customer.id]) {
      const input = { user, store: own.store.code, channel: 2 };
      expect(await list(input, own)).toEqual([200, answer]);
      expect(await own.callTrpc("rewards.list", input)).toEqual([200, answer]);
    }
    const query = `${PATH}/?user_email=${customer.email}&store_id=${own.store.id}&channel=2`;
    const slashed = await house.send({ method: "GET", path: query, token: own.token });
    expect(slashed.slice(0, 2)).toEqual([200, answer]);
    const bare = { rewards: [shown], vouchers: [], customer: null };
    expect(await list({}, own)).toEqual([200, bare]);
    const token = await house.tokenOf(own.merchant, { scopes: ["redemptions"] });
    const input = { user: customer.id, store: own.store.id, channel: 2 };
    expect(await list(input, own, token)).toEqual([200, { ...answer, vouchers: [voucher] }]);
  });

  it("says of each reward what redeeming it then does", async () => {
    const own = await openShop(house);
    const { merchant, store } = own;
    const { email: user } = await own.customer(5);
    const template = await house.given.template(merchant);
    const rows = [
      { stampsToRedeem: 6 },
      { stampsToRedeem: 3, voucherTemplateId: template.id },
      { kind: "flexible", stampsToRedeem: 0, voucherTemplateId: template.id },
      { stampsToRedeem: 3 },
      { channels: [4] },
      { startDate: "2099-01-01" },
    ];
    for (const row of rows) await house.given.reward(merchant, row);
    const { rewards } = await found({ user, store: store.id }, own);
    const types = rewards.map((each) => {
      const { type, type_text } = each as unknown as { type: number; type_text: string };
      return `${type} ${type_text}`;
    });
    expect(types.sort()).toEqual([...Array(4).fill("1 Product"), ...["4 Voucher", "5 Flexible"]]);
    expect(rewards.map(({ redeemable }) => redeemable).sort()).toEqual([
      ...[false, false, false],
      ...[true, true, true],
    ]);
    for (const { id } of rewards) {
      const now = (await found({ user, store: store.id }, own)).rewards.find((r) => r.id === id);
      const redemption = { user, store: store.id, reward: id, stamps: 1 };
      const path = "/api/v2/redemptions/redeem-reward";
      const [status, answer] = await own.call(path, redemption);
      expect(status).toBe(now?.redeemable ? 200 : 400);
      if (now?.reason) expect(answer).toMatchObject({ error_code: now.reason.error_code });
    }
  });

  it("lists 20 at a time, by id", async () => {
    const own = await openShop(house);
    const made: number[] = [];
    for (let n = 0; n < 23; n++) made.push((await house.given.reward(own.merchant)).id);
    const ids = made.sort((one, other) => one - other);
    const page = async (input: object) => (await found(input, own)).rewards.map(({ id }) => id);
    expect(await page({})).toEqual(ids.slice(0, 20));
    expect(await page({ last_reward_id: ids[19] })).toEqual(ids.slice(20));
    expect(await page({ last_reward_id: String(ids[0]), per_page: "3" })).toEqual(ids.slice(1, 4));
    expect(await page({ per_page: 100 })).toEqual(ids);
  });

  it("leaves out what is limited to other stores, and adds inactive vouchers, if asked to", async () => {
    const own = await openShop(house);
    const { id: user } = await own.customer();
    const other = await house.given.store(own.merchant);
    const { id: elsewhere } = await house.given.reward(own.merchant, { stores: [other.id] });
    const { id: voucher } = await own.voucherOf(user, { isActive: false });
    const idsOf = async (input: object) => {
      const { rewards, vouchers } = await found({ user, store: own.store.id, ...input }, own);
      return [rewards.map(({ id }) => id), vouchers.map(({ id }) => id)];
    };
    expect(await idsOf({})).toEqual([[elsewhere], []]);
    expect(await idsOf({ only_redeemable_in_this_store: "True" })).toEqual([[], []]);
    expect(await idsOf({ include_inactive_vouchers: "1" })).toEqual([[elsewhere], [voucher]]);
  });

  const errors = (code: string, field: string) => ({
    detail: expect.stringMatching(new RegExp(`^${field}: .`)),
    errors: [{ [field]: someMessage }],
    error_code: code,
    error_message: expect.stringMatching(new RegExp(`^${field}: .`)),
  });

  it.each([
    ["user", "invalid_user", { user: "nobody@example.com" }],
    ["store", "invalid_store", { store: "none" }],
    ["store", "required", { only_redeemable_in_this_store: true }],
    ["only_redeemable_in_this_store", "invalid", { only_redeemable_in_this_store: "maybe" }],
    ["include_inactive_vouchers", "invalid", { include_inactive_vouchers: 7 }],
    ["channel", "invalid_choice", { channel: 99 }],
    ["last_reward_id", "invalid", { last_reward_id: "x" }],
    ["last_voucher_id", "invalid", { last_voucher_id: -1 }],
    ["per_page", "invalid", { per_page: 101 }],
  ])("refuses a wrong %s with %s, in a list", async (field, code, input) => {
    expect(await list(input)).toEqual([400, errors(code, field)]);
  });

  it("C9: shows a reward by its code, with the stores that have it", async () => {
    const { own, shown } = await withReward();
    await house.given.store(own.merchant);
    const answer = {
      ...shown,
      available_at: ["Kemang"],
      is_active: true,
      is_cross_promo: false,
      picture_url: "",
      get_absolute_url: "",
      redemption_url: "",
    };
    for (const code of ["kb-17", "KB-17"]) {
      const path = `${PATH}/${code}`;
      const [status, sent] = await house.send({ method: "GET", path, token: own.token });
      expect([status, sent]).toEqual([200, answer]);
    }
    const input = { reward_code: "kb-17" };
    expect(await own.callTrpc("rewards.details", input)).toEqual([200, answer]);
  });

  it("shows a reward whose code has all kinds of characters", async () => {
    const own = await openShop(house);
    for (const code of ["A/B c?é%", `Z${"9".repeat(254)}`, "007"]) {
      const { id } = await house.given.reward(own.merchant, { code });
      const path = `${PATH}/${encodeURIComponent(code)}`;
      const [status, sent] = await house.send({ method: "GET", path, token: own.token });
      expect([status, sent]).toMatchObject([200, { id, code }]);
    }
  });

  it("answers 404 for an unknown code, and for another merchant's", async () => {
    const { own } = await withReward();
    for (const [by, code] of [
      [own, "none"],
      [shop, "kb-17"],
    ] as const) {
      const path = `${PATH}/${code}`;
      const [status, answer] = await house.send({ method: "GET", path, token: by.token });
      expect([status, answer]).toMatchObject([404, { detail: "Reward not found" }]);
    }
  });

  it("needs the scope, and refuses another store than the token's", async () => {
    const token = await house.tokenOf(shop.merchant, { scopes: ["vouchers", "members"] });
    expect((await list({}, shop, token))[0]).toBe(403);
    const detail = { method: "GET", path: `${PATH}/none`, token };
    expect((await house.send(detail))[0]).toBe(403);
    const other = await house.given.store(shop.merchant);
    const limited = await house.tokenOf(shop.merchant, { stores: [other.id] });
    expect((await list({ store: shop.store.id }, shop, limited))[0]).toBe(403);
  });
});
