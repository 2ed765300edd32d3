import { describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, refusal, shopOfSuite, someMessage } from "../../shop.ts";

const PATH = "/api/promo-codes/validate";
const REDEEM = "/api/v3/redemptions/redeem-promo-code";

contract("promo-codes/validate (C4)", (house) => {
  const shop = shopOfSuite(house);

  /** Adds a customer and a promo code. Returns them, and the input of a call that validates the code. */
  async function given(row: Parameters<typeof house.given.promoCode>[1] = {}) {
    const customer = await shop.customer();
    const promo = await house.given.promoCode(shop.merchant, { name: "Discount", ...row });
    return { customer, promo, input: { promo_code: promo.code, store: shop.store.id } };
  }

  const validate = async (input: object, token = shop.token) =>
    (await shop.call(PATH, input, { token })).slice(0, 2);

  it("answers whole, over REST and tRPC, with and without a user", async () => {
    const extraData = { discount_percent: 10, items: ["KB-1"] };
    const { customer, promo, input } = await given({
      description: "10 % off",
      startDate: "2026-01-01",
      endDate: "2099-12-31",
      maxUsesPerCustomer: 3,
      extraData,
      startTime: "00:00",
      endTime: "23:59:59",
    });
    const answer = {
      is_redeemable: true,
      reason: null,
      promo_code: {
        id: promo.id,
        merchant_id: shop.merchant.id,
        code: promo.code,
        name: "Discount",
        start_date: "2026-01-01",
        end_date: "2099-12-31",
        is_active: true,
        extra_data: extraData,
        description: "10 % off",
        constraint: {
          start_time: "00:00:00",
          end_time: "23:59:59",
          max_usage_per_person: 3,
          max_daily_usage_per_person: null,
          registration_statuses: ["Full"],
          redeemable_in_all_stores: true,
          redeemable_in_all_merchants: true,
        },
      },
    };
    for (const fields of [
      {},
      { user: customer.email, transaction_value: 95_000.5 },
      { user: customer.memberId, channel: 2 },
      { user: customer.id, promo_code: promo.code.toLowerCase() },
    ])
      expect(await validate({ ...input, ...fields })).toEqual([200, answer]);
    expect(await shop.callTrpc("promoCodes.validate", input)).toEqual([200, answer]);
    const query = `${PATH}?promo_code=${promo.code}&store_id=${shop.store.id}&user_email=${customer.email}`;
    const [status, sent] = await house.send({ method: "GET", path: query, token: shop.token });
    expect([status, sent]).toEqual([200, answer]);
  });

  it("shows null where the promo code has no limits", async () => {
    const { input } = await given();
    expect(await validate(input)).toMatchObject([
      200,
      {
        promo_code: {
          start_date: null,
          end_date: null,
          extra_data: {},
          constraint: { start_time: null, end_time: null, max_usage_per_person: null },
        },
      },
    ]);
  });

  it("C9: says who may redeem it, and whether in all stores", async () => {
    const bare = await given();
    expect(await validate(bare.input)).toMatchObject([200, { promo_code: { description: "" } }]);
    const { input } = await given({ stores: [shop.store.id] });
    expect(await validate(input)).toMatchObject([
      200,
      { is_redeemable: true, promo_code: { constraint: { redeemable_in_all_stores: false } } },
    ]);
    const open = await openShop(house, { partialMayRedeem: true });
    const { code: promo_code } = await house.given.promoCode(open.merchant);
    const [status, answer] = await open.call(PATH, { promo_code, store: open.store.id });
    expect([status, answer]).toMatchObject([
      200,
      { promo_code: { constraint: { registration_statuses: [], redeemable_in_all_stores: true } } },
    ]);
  });

  it.each([
    ["promo_code_not_available", { isActive: false }],
    ["promo_code_not_available", { endDate: "2026-01-31" }],
    ["promo_code_not_available", { channels: [3] }],
    ["promo_code_limit_reached", { maxUses: 1, uses: 1 }],
  ])("gives the reason with which redeeming is refused: %s %j", async (code, row) => {
    const { input, customer } = await given(row);
    const named = { ...input, user: customer.email };
    const [, refused] = await shop.call(REDEEM, { ...named, invoice_number: "INV-1" });
    const { error_code, errors } = refused as { error_code: string; errors: object };
    expect(error_code).toBe(code);
    const reason = { error_code, error_message: Object.values(errors)[0] };
    expect(await validate(input)).toMatchObject([200, { is_redeemable: false, reason }]);
    expect(await validate(named)).toMatchObject([200, { is_redeemable: false, reason }]);
  });

  it("looks at the limit of one customer if a user is named", async () => {
    const { input, customer } = await given({ maxUsesPerCustomer: 1 });
    const named = { ...input, user: customer.email };
    expect(await validate(named)).toMatchObject([200, { is_redeemable: true }]);
    const redeemed = await shop.call(REDEEM, { ...named, invoice_number: "INV-1" });
    expect(redeemed[0]).toBe(200);
    expect(await validate(named)).toMatchObject([
      200,
      { is_redeemable: false, reason: { error_code: "promo_code_limit_reached" } },
    ]);
    expect(await validate(input)).toMatchObject([200, { is_redeemable: true }]);
  });

  it("looks at the membership if a user is named", async () => {
    const { input } = await given();
    const { id: user } = await house.given.customer(shop.merchant, {}, { isBlocked: true });
    expect(await validate({ ...input, user })).toMatchObject([
      200,
      { is_redeemable: false, reason: { error_code: "membership_blocked" } },
    ]);
  });

  describe("refuses", () => {
    it.each([
      ["promo_code", "invalid_promo_code", { promo_code: "NONE" }],
      ["store", "invalid_store", { store: "nothing" }],
      ["user", "invalid_user", { user: "nobody@example.com" }],
      ["promo_code", "required", { promo_code: " " }],
      ["transaction_value", "invalid", { transaction_value: -1 }],
    ])("a wrong %s with %s", async (field, code, change) => {
      const { input } = await given();
      const refused = [400, refusal(code, field, someMessage)];
      expect(await validate({ ...input, ...change })).toEqual(refused);
    });

    it("another merchant's promo code, another store, and a token without the scope", async () => {
      const { input } = await given();
      const other = await openShop(house);
      const foreign = { ...input, store: other.store.id };
      expect(await validate(foreign, other.token)).toMatchObject([
        400,
        { error_code: "invalid_promo_code" },
      ]);
      const elsewhere = await house.given.store(shop.merchant);
      const limited = await house.tokenOf(shop.merchant, { stores: [elsewhere.id] });
      expect((await validate(input, limited))[0]).toBe(403);
      const others = await house.tokenOf(shop.merchant, { scopes: ["vouchers", "members"] });
      expect((await validate(input, others))[0]).toBe(403);
    });

    it("guesses after 60 in a minute, whether or not the code exists", async () => {
      const { input } = await given();
      const token = await house.tokenOf(shop.merchant);
      const wrong = { ...input, promo_code: "NONE" };
      for (let n = 0; n < 60; n++) expect((await validate(wrong, token))[0]).toBe(400);
      for (const each of [wrong, input])
        expect(await validate(each, token)).toMatchObject([
          429,
          { error_code: "too_many_attempts", errors: { promo_code: someMessage } },
        ]);
    });
  });
});
