import { schema } from "@stampbook/db";
import { describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, refusal, type Shop, shopOfSuite, someMessage } from "../../shop.ts";

const PATH = "/api/vouchers/validate";
const REDEEM = "/api/redemptions/by-voucher-code";

contract("vouchers/validate (C3)", (house) => {
  const shop = shopOfSuite(house);

  const days = { startDate: "2026-01-01", endDate: "2099-12-31" };

  /** Adds a customer with a voucher. Returns both, and the input of a call that validates the voucher. */
  async function given(row: Parameters<Shop["voucherOf"]>[1] = {}) {
    const customer = await shop.customer();
    const voucher = await shop.voucherOf(customer.id, { ...days, ...row });
    const input = { voucher_code: voucher.code, store: shop.store.id };
    return { customer, voucher, input };
  }

  const validate = async (input: object, token = shop.token) =>
    (await shop.call(PATH, input, { token })).slice(0, 2);

  /** The number of customers shown to the merchant's tokens in the current minute. */
  async function customersShown(merchantId: number): Promise<number> {
    const rows = await house.core.db.select().from(schema.budgets);
    return rows
      .filter((row) => row.merchantId === merchantId && row.budget === "customersShownInMinute")
      .reduce((sum, { spent }) => sum + spent, 0);
  }

  it("answers whole, over REST and tRPC, in all forms of the user", async () => {
    const extraData = { sku: "KB-1", discount: { percent: 10.5 } };
    const { customer, voucher, input } = await given({
      value: "5000.50",
      template: { extraData },
    });
    const answer = {
      is_redeemable: true,
      reason: null,
      user: { name: "Ayu", email: customer.email, phone: null },
      voucher: {
        id: voucher.id,
        name: "Free Kaya Bun",
        value: 5000.5,
        remaining_value: null,
        start_date: "2026-01-01",
        end_date: "2099-12-31",
        validity: "Fixed",
        extra_data: extraData,
      },
    };
    const lower = voucher.code.toLowerCase();
    for (const fields of [
      {},
      { user: customer.email, transaction_value: "95000" },
      { user: customer.memberId, channel: "2" },
      { user: customer.id, voucher_code: lower },
    ])
      expect(await validate({ ...input, ...fields })).toEqual([200, answer]);
    expect(await shop.callTrpc("vouchers.validate", input)).toEqual([200, answer]);
    const query = `${PATH}?voucher_code=${lower}&store_id=${shop.store.id}&identifier=${customer.email}`;
    const [status, sent] = await house.send({ method: "GET", path: query, token: shop.token });
    expect([status, sent]).toEqual([200, answer]);
  });

  it("a dynamic value shows what is left, and is redeemable until it is spent", async () => {
    const { input, customer, voucher } = await given({
      value: "100.00",
      remainingValue: "40.25",
      template: { isDynamic: true, value: "100.00" },
    });
    expect(await validate(input)).toMatchObject([
      200,
      { is_redeemable: true, voucher: { value: 100, remaining_value: 40.25, validity: "Dynamic" } },
    ]);
    const deduction = {
      user: customer.id,
      voucher: voucher.id,
      store: shop.store.id,
      value: 40.25,
    };
    expect((await shop.call("/api/vouchers/deduct-value", deduction))[0]).toBe(200);
    expect(await validate(input)).toMatchObject([
      200,
      { reason: { error_code: "voucher_already_redeemed" }, voucher: { remaining_value: 0 } },
    ]);
  });

  it.each([
    ["voucher_expired", { endDate: "2026-01-31" }],
    ["voucher_not_started", { startDate: "2099-01-01" }],
    ["voucher_not_available", { isActive: false }],
    ["voucher_not_available", { template: { channels: [3] } }],
  ])("gives the reason with which redeeming is refused: %s %j", async (code, row) => {
    const { input, customer } = await given(row);
    const [, refused] = await shop.call(REDEEM, { ...input, identifier: customer.email });
    const { error_code, errors } = refused as { error_code: string; errors: object };
    expect(error_code).toBe(code);
    const reason = { error_code, error_message: Object.values(errors)[0] };
    expect(await validate(input)).toMatchObject([200, { is_redeemable: false, reason }]);
    const named = { ...input, user: customer.email };
    expect(await validate(named)).toMatchObject([200, { is_redeemable: false, reason }]);
  });

  it("a channel that the voucher is limited to makes it redeemable", async () => {
    const { input } = await given({ template: { channels: [3] } });
    expect(await validate({ ...input, channel: 3 })).toMatchObject([200, { is_redeemable: true }]);
  });

  it("a blocked member's voucher cannot be redeemed, if they are named", async () => {
    const { id: user } = await house.given.customer(shop.merchant, {}, { isBlocked: true });
    const { code: voucher_code } = await shop.voucherOf(user);
    const input = { voucher_code, store: shop.store.id };
    expect(await validate({ ...input, user })).toMatchObject([
      200,
      { is_redeemable: false, reason: { error_code: "membership_blocked" } },
    ]);
    expect(await validate(input)).toMatchObject([200, { is_redeemable: true }]);
  });

  it("agrees with the redemption that follows, and with the state after it", async () => {
    const { input, customer } = await given();
    expect(await validate(input)).toMatchObject([200, { is_redeemable: true }]);
    const redeemed = await shop.call(REDEEM, { ...input, identifier: customer.email });
    expect(redeemed[0]).toBe(200);
    expect(await validate(input)).toMatchObject([
      200,
      { is_redeemable: false, reason: { error_code: "voucher_already_redeemed" } },
    ]);
  });

  describe("the holder", () => {
    it("is null if nobody holds the voucher, or an anonymized customer does", async () => {
      const free = await shop.voucherOf(null);
      const input = { voucher_code: free.code, store: shop.store.id };
      expect(await validate(input)).toMatchObject([200, { user: null, is_redeemable: true }]);
      const { customer, input: anonymous } = await given();
      expect(await validate(anonymous)).toMatchObject([200, { user: { name: "Ayu" } }]);
      await house.core.db.execute(
        `update customers set anonymized_at = now()
         where merchant_id = ${shop.merchant.id} and id = ${customer.id}`,
      );
      expect(await validate(anonymous)).toMatchObject([200, { user: null }]);
    });

    it("is null for a token without the scope members, and counts only where shown", async () => {
      const own = await openShop(house);
      const { id, email } = await own.customer();
      const { code } = await own.voucherOf(id);
      const input = { voucher_code: code, store: own.store.id, user: email };
      const without = await house.tokenOf(own.merchant, { scopes: ["vouchers"] });
      expect(await validate(input, without)).toMatchObject([
        200,
        { user: null, is_redeemable: true },
      ]);
      expect(await customersShown(own.merchant.id)).toBe(0);
      const both = await house.tokenOf(own.merchant, { scopes: ["vouchers", "members"] });
      expect(await validate(input, both)).toMatchObject([200, { user: { email } }]);
      expect(await customersShown(own.merchant.id)).toBe(1);
      const { email: other } = await own.customer();
      expect((await validate({ ...input, user: other }, both))[0]).toBe(400);
      expect((await validate({ ...input, voucher_code: "NONE" }, both))[0]).toBe(400);
      expect(await customersShown(own.merchant.id)).toBe(1);
    });

    it("is refused to a token that has seen too many customers", async () => {
      const own = await openShop(house);
      const { id } = await own.customer();
      const { code } = await own.voucherOf(id);
      const input = { voucher_code: code, store: own.store.id };
      expect((await validate(input, own.token))[0]).toBe(200);
      await house.core.db.execute(
        `update budgets set spent = 1200 where merchant_id = ${own.merchant.id}`,
      );
      expect(await validate(input, own.token)).toMatchObject([
        429,
        { error_code: "too_many_attempts", errors: { voucher_code: someMessage } },
      ]);
      expect(await customersShown(own.merchant.id)).toBe(1_200);
      // a voucher that nobody holds shows no customer
      const { code: free } = await own.voucherOf(null);
      expect((await validate({ ...input, voucher_code: free }, own.token))[0]).toBe(200);
    });
  });

  describe("refuses", () => {
    it.each([
      ["voucher_code", "invalid_voucher", { voucher_code: "NONE" }],
      ["store", "invalid_store", { store: "nothing" }],
      ["user", "invalid_user", { user: "nobody@example.com" }],
      ["voucher_code", "required", { voucher_code: " " }],
      ["transaction_value", "invalid", { transaction_value: "much" }],
      ["channel", "invalid_choice", { channel: 99 }],
    ])("a wrong %s with %s", async (field, code, change) => {
      const { input } = await given();
      const refused = [400, refusal(code, field, someMessage)];
      expect(await validate({ ...input, ...change })).toEqual(refused);
    });

    it("another customer's voucher", async () => {
      const { input } = await given();
      const { email: user } = await shop.customer();
      expect(await validate({ ...input, user })).toEqual([
        400,
        refusal("invalid_voucher_owner", "user", "This voucher is not owned by Ayu"),
      ]);
    });

    it("another merchant's voucher, another store, and a token without the scope", async () => {
      const { input } = await given();
      const other = await openShop(house);
      const foreign = { ...input, store: other.store.id };
      expect(await validate(foreign, other.token)).toMatchObject([
        400,
        { error_code: "invalid_voucher" },
      ]);
      const elsewhere = await house.given.store(shop.merchant);
      const limited = await house.tokenOf(shop.merchant, { stores: [elsewhere.id] });
      expect((await validate(input, limited))[0]).toBe(403);
      const redeems = await house.tokenOf(shop.merchant, { scopes: ["redemptions", "members"] });
      expect((await validate(input, redeems))[0]).toBe(403);
    });

    it("guesses after 60 in a minute, whether or not the code exists", async () => {
      const own = await openShop(house);
      const { id } = await own.customer();
      const { code } = await own.voucherOf(id);
      const call = (voucher_code: string) =>
        validate({ voucher_code, store: own.store.id }, own.token);
      for (let n = 0; n < 60; n++) expect((await call("NONE"))[0]).toBe(400);
      const refused = [
        429,
        {
          error_code: "too_many_attempts",
          error_message: expect.stringMatching(/^voucher_code: /),
        },
      ];
      expect(await call("NONE")).toMatchObject(refused);
      expect(await call(code)).toMatchObject(refused);
      expect(await customersShown(own.merchant.id)).toBe(0);
    });
  });
});
