import { expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, refusal, shopOfSuite, someMessage } from "../../shop.ts";

const PATH = "/api/vouchers/issue";

contract("vouchers/issue (C6)", (house) => {
  const shop = shopOfSuite(house);

  const issue = async (input: object, options = {}) =>
    (await shop.call(PATH, input, options)).slice(0, 2);

  const today = () =>
    new Intl.DateTimeFormat("sv", { timeZone: shop.merchant.timezone }).format(new Date());

  it("answers whole, over REST and tRPC, in all forms of the user", async () => {
    const customer = await shop.customer();
    const texts = { shortDescription: "Bun", description: "A bun", instructions: "Show it" };
    const template = await house.given.template(shop.merchant, {
      ...texts,
      name: "Gift card",
      termsAndConditions: "One each",
      isDynamic: true,
      pictureUrl: "https://example.com/bun.png",
      extraData: { sku: "G" },
      channels: [2],
      value: "100.00",
      validityDays: 0,
    });
    const shown = {
      id: expect.any(Number),
      code: expect.stringMatching(/^[0-9A-Z]{16}$/),
      is_active: true,
      quantity: 1,
      value: 40.25,
      remaining_value: 40.25,
      notes: " For the delay",
      start_date: "2030-01-31",
      end_date: "2030-01-31",
      terms_and_conditions: "One each",
      constraint: { channels: [2] },
      template: {
        id: template.id,
        name: "Gift card",
        short_description: "Bun",
        description: "A bun",
        instructions: "Show it",
        terms_and_conditions: "One each",
        picture_url: "https://example.com/bun.png",
        extra_data: { sku: "G" },
        type: 2,
        landscape_picture_url: null,
        merchant_id: shop.merchant.id,
        merchant_code: "",
        usable_in_merchant_ids: [shop.merchant.id],
      },
    };
    const answer = {
      vouchers: [shown, shown],
      voucher: shown,
      customer: { id: customer.id, email: customer.email },
    };
    const input = {
      voucher_template: template.id,
      quantity: "2",
      start_date: "2030-01-31",
      notes: " For the delay",
      value: "40.25",
    };
    for (const user of [customer.email, customer.memberId, customer.id])
      expect(await issue({ user, ...input })).toEqual([200, answer]);
    const [status, sent] = await shop.callTrpc("vouchers.issue", { user: customer.id, ...input });
    expect([status, sent]).toEqual([200, answer]);
    const { vouchers, voucher } = sent as typeof answer;
    expect(voucher).toEqual(vouchers[0]);
    const held = { user: customer.id, last_voucher_id: (voucher.id as number) - 1 };
    const [, listed] = await shop.call("/api/vouchers/by-merchant-group", held);
    // more may follow, because other replicas may have given higher ids to vouchers that were issued earlier
    expect((listed as typeof answer).vouchers.slice(0, 2)).toEqual(vouchers);
  });

  it("C9: may have begun before today, as long as it has not ended", async () => {
    const template = await house.given.template(shop.merchant, { validityDays: 2 });
    const { id: user } = await shop.customer();
    const zoned = new Intl.DateTimeFormat("sv", { timeZone: shop.merchant.timezone });
    const day = (offset: number) => zoned.format(Date.now() + offset * 86_400_000);
    const from = (start_date: string) =>
      issue({ user, voucher_template: template.id, quantity: 1, start_date });
    expect(await from(day(-2))).toMatchObject([
      200,
      { voucher: { start_date: day(-2), end_date: day(0) } },
    ]);
    expect(await from(day(-3))).toMatchObject([400, { errors: { start_date: someMessage } }]);
  });

  it("C9: begins on the day of the named store, which is also its today", async () => {
    const { id: user } = await shop.customer();
    const template = await house.given.template(shop.merchant, { validityDays: 1 });
    const input = { user, voucher_template: template.id, quantity: 1 };
    // 25 hours apart, so that at least one of them has another day than the merchant
    for (const timezone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      const store = await house.given.store(shop.merchant, { timezone });
      const zoned = new Intl.DateTimeFormat("sv", { timeZone: timezone });
      const day = (offset: number) => zoned.format(Date.now() + offset * 86_400_000);
      for (const named of [store.id, store.code])
        expect(await issue({ ...input, store: named })).toMatchObject([
          200,
          { voucher: { start_date: day(0), end_date: day(1) } },
        ]);
      const from = (start_date: string) => issue({ ...input, start_date, store: store.id });
      expect(await from(day(-1))).toMatchObject([200, { voucher: { end_date: day(0) } }]);
      expect(await from(day(-2))).toMatchObject([400, { errors: { start_date: someMessage } }]);
    }
    expect(await issue({ ...input, store: "nothing" })).toEqual([
      400,
      refusal("invalid_store", "store", someMessage),
    ]);
  });

  it("begins today by default, and the voucher can be redeemed at once", async () => {
    const { email: user } = await shop.customer();
    const { id: voucher_template } = await house.given.template(shop.merchant);
    const [status, answer] = await issue({ user, voucher_template, quantity: 1 });
    expect([status, answer]).toMatchObject([
      200,
      { voucher: { start_date: today(), value: null } },
    ]);
    const { voucher } = answer as { voucher: { id: number } };
    const redemption = { user, voucher: voucher.id, store: shop.store.id };
    expect((await shop.call("/api/v2/redemptions/redeem-voucher", redemption))[0]).toBe(200);
  });

  it("issues once under a key, and answers again what it issued", async () => {
    const { id: user } = await shop.customer();
    const { id: voucher_template } = await house.given.template(shop.merchant);
    const headers = { "idempotency-key": "issued once" };
    const input = { user, voucher_template, quantity: 3 };
    const [, first] = await issue(input, { headers });
    const [status, again, answered] = await shop.call(PATH, input, { headers });
    expect([status, again]).toEqual([200, first]);
    expect(answered).toMatchObject({ "idempotency-replayed": "true" });
    const other = await issue({ ...input, quantity: 2 }, { headers });
    expect(other).toMatchObject([422, { error_code: "idempotency_key_reused" }]);
    const [, held] = await shop.call("/api/vouchers/by-merchant-group", { user });
    expect(held).toEqual({ vouchers: (first as { vouchers: unknown }).vouchers });
  });

  it.each([
    ["user", "invalid_user", { user: "nobody@example.com" }],
    ["user", "required", { user: "" }],
    ["voucher_template", "invalid_voucher_template", { voucher_template: 999_999_999 }],
    ["voucher_template", "invalid", { voucher_template: "KB" }],
    ["voucher_template", "required", { voucher_template: null }],
    ["quantity", "required", { quantity: null }],
    ["quantity", "invalid", { quantity: 0 }],
    ["quantity", "invalid", { quantity: 101 }],
    ["start_date", "invalid", { start_date: "2026-01-01" }],
    ["start_date", "invalid", { start_date: "9999-12-31" }],
    ["start_date", "invalid", { start_date: "31-12-2030" }],
    ["notes", "max_length", { notes: "n".repeat(501) }],
    ["value", "invalid", { value: 0 }],
    ["value", "invalid", { value: "1000000000000.00" }],
    ["value", "voucher_value_not_dynamic", { value: "1.00" }],
  ])("refuses a wrong %s with %s", async (field, code, change) => {
    const { id: user } = await shop.customer();
    const { id: voucher_template } = await house.given.template(shop.merchant);
    const input = { user, voucher_template, quantity: 1, ...change };
    expect(await issue(input)).toEqual([400, refusal(code, field, someMessage)]);
  });

  it("takes the largest value, and needs one where the template has none", async () => {
    const { id: user } = await shop.customer();
    const row = { isDynamic: true, value: null };
    const { id: voucher_template } = await house.given.template(shop.merchant, row);
    const input = { user, voucher_template, quantity: 1 };
    expect(await issue(input)).toEqual([400, refusal("required", "value", someMessage)]);
    const worth = await issue({ ...input, value: "999999999999.99" });
    expect(worth).toMatchObject([200, { voucher: { value: 999999999999.99 } }]);
  });

  it("needs the scope, and sees neither customers nor templates of another merchant", async () => {
    const { id: user } = await shop.customer();
    const { id: voucher_template } = await house.given.template(shop.merchant);
    const input = { user, voucher_template, quantity: 1 };
    const token = await house.tokenOf(shop.merchant, { scopes: ["vouchers", "redemptions"] });
    expect((await issue(input, { token }))[0]).toBe(403);
    const issuer = await house.tokenOf(shop.merchant, { scopes: ["vouchers.issue"] });
    const issued = await issue(input, { token: issuer });
    expect(issued).toMatchObject([200, { voucher: { code: expect.any(String) } }]);
    const other = await openShop(house);
    const foreign = await house.given.template(other.merchant);
    expect(await issue({ ...input, voucher_template: foreign.id })).toMatchObject([
      ...[400, { error_code: "invalid_voucher_template" }],
    ]);
    expect(await issue(input, { token: other.token })).toMatchObject([
      ...[400, { error_code: "invalid_user" }],
    ]);
  });
});
