import { expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, refusal, shopOfSuite, someMessage, withoutScope } from "../../shop.ts";

const PATH = "/api/vouchers/count-by-merchant-group";

contract("vouchers/count-by-merchant-group (C8)", (house) => {
  const shop = shopOfSuite(house);

  const count = async (input: object, token = shop.token) =>
    (await shop.call(PATH, input, { token })).slice(0, 2);
  const listed = async (input: object) => {
    const all = { ...input, per_page: 100 };
    const [, body] = await shop.call("/api/vouchers/by-merchant-group", all);
    return (body as { vouchers: object[] }).vouchers.length;
  };

  it("counts what by-merchant-group lists on all pages, in all forms of the user", async () => {
    const { id, email, memberId } = await shop.customer();
    expect(await count({ user: id })).toEqual([200, { count: 0 }]);
    for (let n = 0; n < 21; n++) await shop.voucherOf(id);
    await shop.voucherOf(id, { template: { channels: [2, 4] } });
    await shop.voucherOf(id, { template: { channels: [3] } });
    await shop.voucherOf(id, { startDate: "2099-01-01" });
    await shop.voucherOf(id, { isActive: false });
    await shop.voucherOf(id, { endDate: "2026-01-31" });
    await shop.voucherOf(id, { redeemedAt: "2026-11-01T00:00:00Z" });
    await shop.voucherOf((await shop.customer()).id);
    for (const user of [id, email, memberId])
      expect(await count({ user })).toEqual([200, { count: 24 }]);
    expect(await count({ user: id, channel: "4" })).toEqual([200, { count: 23 }]);
    for (const input of [{ user: id }, { user: id, channel: 3 }, { user: id, channel: 7 }])
      expect(await count(input)).toEqual([200, { count: await listed(input) }]);
    const trpc = await shop.callTrpc("vouchers.countByMerchantGroup", { user: id });
    expect(trpc).toEqual([200, { count: 24 }]);
    const path = `${PATH}?user_email=${email}`;
    const [status, body] = await house.send({ method: "GET", path, token: shop.token });
    expect([status, body]).toEqual([200, { count: 24 }]);
  });

  it.each([
    ["user", "required", { user: "" }],
    ["user", "invalid_user", { user: "nobody@example.com" }],
    ["channel", "invalid_choice", { channel: 99 }],
  ])("refuses a wrong %s with %s", async (field, code, change) => {
    const input = { user: (await shop.customer()).id, ...change };
    expect(await count(input)).toEqual([400, refusal(code, field, someMessage)]);
    const [, failure] = await shop.callTrpc("vouchers.countByMerchantGroup", input);
    expect(failure).toMatchObject({ code, field });
  });

  it("refuses another merchant's customer, and a token without the scope", async () => {
    const { id: user, email } = await shop.customer();
    const other = await openShop(house);
    const unknown = refusal("invalid_user", "user", someMessage);
    expect(await count({ user: email }, other.token)).toEqual([400, unknown]);
    const token = await house.tokenOf(shop.merchant, { scopes: ["vouchers", "members"] });
    expect(await count({ user }, token)).toEqual([403, withoutScope("redemptions")]);
  });
});
