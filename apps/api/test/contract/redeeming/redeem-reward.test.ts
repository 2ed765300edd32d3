import { schema } from "@stampbook/db";
import { describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, refusal, shopOfSuite, shownMembership, someMessage } from "../../shop.ts";

const PATH = "/api/v2/redemptions/redeem-reward";

contract("redeem-reward (R1)", (house) => {
  const shop = shopOfSuite(house);

  const given = async (row: Parameters<typeof house.given.reward>[1] = {}, stamps = 250) => {
    const customer = await shop.customer(stamps);
    const reward = await house.given.reward(shop.merchant, { name: "Kaya Bun", ...row });
    const body = { user: customer.memberId, reward: reward.id, store: shop.store.id };
    return { customer, reward, body };
  };

  it("answers with redemption, membership and reward, whole", async () => {
    const { customer, reward, body } = await given({ extraData: { sku: "KB" } });
    const [status, answer] = await shop.call(PATH, {
      ...body,
      qty: "3",
      stamps: 999,
      extra_data: { table: 7 },
    });
    expect([status, answer]).toEqual([
      200,
      {
        redemption: {
          id: expect.any(Number),
          reward: "Kaya Bun",
          stamps_used: 6,
          extra_data: { table: 7 },
        },
        membership: shownMembership(customer.id, 244),
        reward: {
          id: reward.id,
          name: "Kaya Bun",
          stamps_to_redeem: 2,
          extra_data: { sku: "KB" },
          code: reward.code,
          type: "reward",
        },
      },
    ]);
  });

  it("tells the level's code as the status of the membership, over REST and tRPC", async () => {
    const { merchant } = shop;
    await house.core.db
      .insert(schema.levels)
      .values({ merchantId: merchant.id, level: 307, name: "Gold" });
    const { body } = await given();
    const customer = await house.given.customer(merchant, {}, { level: 307, stamps: 10 });
    const membership = {
      id: customer.id,
      status: 307,
      status_text: "Gold",
      level: 307,
      level_text: "Gold",
      member_status: "Active",
      is_blocked: false,
      redemption_allowed: true,
      stamps_owed: 0,
    };
    const call = { ...body, user: customer.id };
    expect(await shop.call(PATH, call)).toMatchObject([200, { membership }, {}]);
    expect(await shop.callTrpc("redemptions.redeemReward", call)).toMatchObject([
      200,
      { membership },
    ]);
  });

  it.each([0, "0", "0.0", null])("takes stamps %j with a fixed reward as none", async (stamps) => {
    const { body } = await given();
    const [status, answer] = await shop.call(PATH, { ...body, stamps });
    expect([status, answer]).toMatchObject([200, { redemption: { stamps_used: 2 } }]);
  });

  it("is done in the store whose code has a zero in front, not in the one with that id", async () => {
    const coded = await house.given.store(shop.merchant, { code: `0${shop.store.id}` });
    const { body } = await given({ stores: [coded.id] });
    expect((await shop.call(PATH, { ...body, store: coded.code }))[0]).toBe(200);
    expect((await shop.call(PATH, { ...body, store: shop.store.id }))[0]).toBe(400);
  });

  it("takes a flexible reward's price from the request, and shows 0 to redeem", async () => {
    const { customer, body } = await given({ kind: "flexible" });
    const [status, answer] = await shop.call(PATH, { ...body, stamps: "50" });
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      redemption: { stamps_used: 50 },
      membership: shownMembership(customer.id, 200),
      reward: { stamps_to_redeem: 0 },
    });
  });

  it("shows the first voucher that the reward issued, in full", async () => {
    const template = await house.given.template(shop.merchant, {
      name: "Free Kaya Bun",
      value: "10000.50",
      pictureUrl: "https://example.com/bun.png",
      shortDescription: "short",
      description: "long",
      instructions: "ask",
      termsAndConditions: "terms",
      extraData: { sku: "KB-1" },
    });
    const { body } = await given({ voucherTemplateId: template.id });
    const [status, answer] = await shop.call(PATH, { ...body, qty: 2 });
    expect(status).toBe(200);
    expect((answer as { voucher: unknown }).voucher).toEqual({
      id: expect.any(Number),
      name: "Free Kaya Bun",
      code: expect.stringMatching(/^[0-9A-Z]{16}$/),
      is_active: true,
      start_date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      end_date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      value: 10000.5,
      picture_url: "https://example.com/bun.png",
      short_description: "short",
      description: "long",
      instructions: "ask",
      terms_and_conditions: "terms",
      extra_data: { sku: "KB-1" },
    });
  });

  it("a replay shows the voucher's extra data as it was, and none if none was stored", async () => {
    const template = await house.given.template(shop.merchant, { extraData: { sku: "KB-1" } });
    const { body } = await given({ voucherTemplateId: template.id });
    const headers = { "idempotency-key": `key of ${template.id}` };
    const replay = async () => (await shop.call(PATH, body, { headers })).slice(0, 2);
    const first = await replay();
    expect(first).toMatchObject([200, { voucher: { extra_data: { sku: "KB-1" } } }]);
    const { db } = house.core;
    const own = `merchant_id = ${shop.merchant.id}`;
    await db.execute(
      `update voucher_templates set extra_data = '{}' where ${own} and id = ${template.id}`,
    );
    expect(await replay()).toEqual(first);
    // turns the stored outcome into that of an earlier version, without the voucher's extra data
    await db.execute(`update idempotency_outcomes
      set outcome = (outcome::jsonb #- '{frame,saving,vouchers,0,extraData}')::json
      where ${own} and key = '${headers["idempotency-key"]}'`);
    const answer = first[1] as { readonly voucher: object };
    const voucher = { ...answer.voucher, extra_data: {} };
    expect(await replay()).toEqual([200, { ...answer, voucher }]);
  });

  it("C11: refuses the input naming every wrong field, in the order of the table", async () => {
    const [status, answer] = await shop.call(PATH, {
      qty: 101,
      stamps: -1,
      channel: "till",
      reward: {},
      user: 1.5,
      request_id: true,
    });
    expect(status).toBe(400);
    const errors = {
      user: "A string or a whole number above zero is expected.",
      reward: "A string or a whole number above zero is expected.",
      store: "This field is required.",
      channel:
        "One of 1 (Mobile App), 2 (POS), 3 (Kiosk), 4 (Web), 5 (Android), 6 (iOS), 7 (Call Center), 8 (GrabFood), 9 (GoFood) is expected.",
      stamps: "A whole number from 0 to 1000000000 is expected.",
      qty: "A whole number from 1 to 100 is expected.",
      request_id: "A string or a whole number is expected.",
    };
    expect(JSON.stringify(answer)).toBe(
      JSON.stringify({
        detail: `user: ${errors.user}`,
        errors,
        error_code: "invalid",
        error_message: `user: ${errors.user}`,
      }),
    );
  });

  describe("refuses", () => {
    it.each([
      ["an unknown customer", "invalid_user", "user", { user: "nobody" }],
      ["an unknown store", "invalid_store", "store", { store: "NOWHERE" }],
      ["an unknown reward", "invalid_reward", "reward", { reward: 999_999 }],
    ])("%s", async (_, code, field, changed) => {
      const { body } = await given();
      const answer = await shop.call(PATH, { ...body, ...changed });
      expect(answer.slice(0, 2)).toEqual([400, refusal(code, field, someMessage)]);
    });

    it.each([
      ["inactive", { isActive: false }],
      ["over", { endDate: "2020-01-01" }],
      ["of another store", { stores: [1] }],
      ["of another channel", { channels: [3] }],
    ])("a reward that is %s", async (_, row) => {
      const { body } = await given(row);
      expect((await shop.call(PATH, { ...body, channel: 2 })).slice(0, 2)).toEqual([
        400,
        refusal("reward_not_available", "reward", someMessage),
      ]);
    });

    it("too few stamps, on the reward or on the caller's own price", async () => {
      const fixed = await given({ stampsToRedeem: 10 }, 9);
      const message = expect.stringMatching(/\b9\b.*\b10\b/);
      await shop.refuses(PATH, fixed.body, "insufficient_stamps", "reward", message);
      const flexible = await given({ kind: "flexible" }, 9);
      expect((await shop.call(PATH, { ...flexible.body, stamps: 10 })).slice(0, 2)).toEqual([
        400,
        refusal("insufficient_stamps", "stamps", message),
      ]);
    });

    it.each([undefined, null, 0])("a flexible reward with stamps %j", async (stamps) => {
      const { body } = await given({ kind: "flexible" });
      expect((await shop.call(PATH, { ...body, stamps })).slice(0, 2)).toEqual([
        400,
        refusal("required", "stamps", "Name the stamps that this flexible reward costs."),
      ]);
    });

    it.each(["POS", "abc", "10", 0, 10, 1.5, "2.5"])("the channel %j", async (channel) => {
      const { body } = await given();
      const message = expect.stringMatching(/^One of 1 \(Mobile App\), .*9 \(GoFood\) is expected/);
      await shop.refuses(PATH, { ...body, channel }, "invalid_choice", "channel", message);
    });

    it("a blocked membership", async () => {
      const { body } = await given();
      const customer = await house.given.customer(shop.merchant, {}, { isBlocked: true });
      expect((await shop.call(PATH, { ...body, user: customer.email })).slice(0, 2)).toEqual([
        400,
        refusal("membership_blocked", "user", someMessage),
      ]);
    });

    it("a request that no PIN stands behind, where one is asked for", async () => {
      const strict = await openShop(house, { redemptionPinAuthorization: true });
      const customer = await strict.customer();
      const reward = await house.given.reward(strict.merchant);
      const body = { user: customer.email, reward: reward.id, store: strict.store.id };
      await strict.refuses(PATH, body, "authorization_required", "request_id", someMessage);
      await strict.authorize(customer.id, "77");
      expect((await strict.call(PATH, { ...body, request_id: 77 }))[0]).toBe(200);
    });
  });
});
