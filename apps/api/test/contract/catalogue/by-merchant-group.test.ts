import { expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, refusal, shopOfSuite, someMessage } from "../../shop.ts";

const PATH = "/api/vouchers/by-merchant-group";

contract("vouchers/by-merchant-group (C5)", (house) => {
  const shop = shopOfSuite(house);

  const list = async (input: object, token = shop.token) =>
    (await shop.call(PATH, input, { token })).slice(0, 2);

  async function idsOf(input: object): Promise<readonly number[]> {
    const [status, answer] = await list(input);
    expect([status, answer]).toEqual([200, expect.anything()]);
    return (answer as { vouchers: { id: number }[] }).vouchers.map(({ id }) => id);
  }

  it("answers whole, over REST and tRPC, in all forms of the user", async () => {
    const customer = await shop.customer();
    const extraData = { sku: "KB-1" };
    const texts = { shortDescription: "Bun", description: "A bun", instructions: "Show it" };
    const { id, code, template } = await shop.voucherOf(customer.id, {
      value: "100.00",
      remainingValue: "40.25",
      notes: "For the delay",
      startDate: "2026-01-01",
      endDate: "2099-12-31",
      template: {
        ...texts,
        termsAndConditions: "One each",
        pictureUrl: "https://example.com/bun.png",
        extraData,
        channels: [2, 4],
        isDynamic: true,
        value: "100.00",
      },
    });
    const shown = {
      id,
      is_active: true,
      quantity: 1,
      value: 100,
      remaining_value: 40.25,
      notes: "For the delay",
      start_date: "2026-01-01",
      end_date: "2099-12-31",
      terms_and_conditions: "One each",
      constraint: { channels: [2, 4] },
      template: {
        id: template.id,
        name: "Free Kaya Bun",
        short_description: "Bun",
        description: "A bun",
        instructions: "Show it",
        terms_and_conditions: "One each",
        picture_url: "https://example.com/bun.png",
        extra_data: extraData,
        type: 2,
        landscape_picture_url: null,
        merchant_id: shop.merchant.id,
        merchant_code: "",
        usable_in_merchant_ids: [shop.merchant.id],
      },
    };
    const answer = { vouchers: [{ ...shown, code }] };
    for (const user of [customer.email, customer.memberId, customer.id])
      expect(await list({ user })).toEqual([200, answer]);
    expect(await list({ user: customer.id, channel: "4" })).toEqual([200, answer]);
    expect(await list({ user: customer.id, channel: 3 })).toEqual([200, { vouchers: [] }]);
    const input = { user: customer.id };
    expect(await shop.callTrpc("vouchers.byMerchantGroup", input)).toEqual([200, answer]);
    const query = `${PATH}?user_email=${customer.email}&per_page=1`;
    const [status, sent] = await house.send({ method: "GET", path: query, token: shop.token });
    expect([status, sent]).toEqual([200, answer]);
    const token = await house.tokenOf(shop.merchant, { scopes: ["redemptions"] });
    expect(await list(input, token)).toEqual([200, { vouchers: [shown] }]);
  });

  it("lists 20 at a time, by id, and what can be redeemed alone", async () => {
    const { id: user } = await shop.customer();
    const held: number[] = [];
    for (let n = 0; n < 23; n++) held.push((await shop.voucherOf(user)).id);
    await shop.voucherOf(user, { isActive: false });
    await shop.voucherOf(user, { endDate: "2026-01-31" });
    await shop.voucherOf(user, { redeemedAt: "2026-11-01T00:00:00Z" });
    const ids = held.sort((one, other) => one - other);
    expect(await idsOf({ user })).toEqual(ids.slice(0, 20));
    expect(await idsOf({ user, last_voucher_id: ids[19] })).toEqual(ids.slice(20));
    expect(await idsOf({ user, last_voucher_id: String(ids[0]), per_page: "3" })).toEqual(
      ids.slice(1, 4),
    );
    expect(await idsOf({ user, per_page: 100 })).toEqual(ids);
    expect(await idsOf({ user, last_voucher_id: ids[22] })).toEqual([]);
  });

  it("a voucher is listed until it is redeemed", async () => {
    const { id: user } = await shop.customer();
    const { id: voucher } = await shop.voucherOf(user);
    expect(await idsOf({ user })).toEqual([voucher]);
    const redemption = { user, voucher, store: shop.store.id };
    expect((await shop.call("/api/v2/redemptions/redeem-voucher", redemption))[0]).toBe(200);
    expect(await idsOf({ user })).toEqual([]);
  });

  it.each([
    ["user", "invalid_user", { user: "nobody@example.com" }],
    ["user", "required", { user: "" }],
    ["per_page", "invalid", { per_page: 101 }],
    ["per_page", "invalid", { per_page: 0 }],
    ["last_voucher_id", "invalid", { last_voucher_id: "x" }],
    ["channel", "invalid_choice", { channel: 99 }],
  ])("refuses a wrong %s with %s", async (field, code, change) => {
    const { id: user } = await shop.customer();
    expect(await list({ user, ...change })).toEqual([400, refusal(code, field, someMessage)]);
  });

  it("refuses another merchant's customer, and a token without the scope", async () => {
    const { email: user } = await shop.customer();
    const other = await openShop(house);
    expect(await list({ user }, other.token)).toMatchObject([400, { error_code: "invalid_user" }]);
    const token = await house.tokenOf(shop.merchant, { scopes: ["vouchers", "members"] });
    expect((await list({ user }, token))[0]).toBe(403);
  });
});
