import { beforeAll, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, type Shop } from "../../shop.ts";

const REWARD = "/api/v2/redemptions/redeem-reward";

contract("a redemption with an invoice number and no Idempotency-Key", (house) => {
  let on: Shop;
  let off: Shop;
  beforeAll(async () => {
    on = await openShop(house, { oneRedemptionPerInvoice: true });
    off = await openShop(house);
  });

  async function post(path: string, body: unknown, headers = {}, shop = on) {
    const [status, text, answered] = await house.sendRaw({
      method: "POST",
      path,
      token: shop.token,
      headers: { ...headers, "content-type": "application/json" },
      payload: JSON.stringify(body),
    });
    return [status, text, answered["idempotency-replayed"]] as const;
  }

  async function given(shop = on) {
    const customer = await shop.customer(100);
    const reward = await house.given.reward(shop.merchant);
    const body = { user: customer.email, reward: reward.id, store: shop.store.id };
    return { customer, body: { ...body, invoice_number: "INV-1" } };
  }

  it("is answered as the first was, byte for byte, and says so", async () => {
    const { customer, body } = await given();
    const [status, first, replayed] = await post(REWARD, body);
    expect([status, replayed]).toEqual([200, undefined]);
    for (const same of [body, { ...body, user: customer.memberId, store: on.store.code }])
      expect(await post(REWARD, same)).toEqual([200, first, "true"]);
    expect((await post(REWARD, { ...body, qty: 2 }))[2]).toBeUndefined();
    expect((await post(REWARD, body, { "idempotency-key": "k" }))[2]).toBeUndefined();
  });

  it("is answered as the first was over tRPC and by the older path", async () => {
    const { body } = await given();
    const [, first] = await post(REWARD, body);
    const { redemption } = JSON.parse(first);
    const [status, text, replayed] = await post("/trpc/redemptions.redeemReward", body);
    expect([status, replayed]).toEqual([200, "true"]);
    expect(JSON.parse(text).result.data.redemption).toEqual(redemption);
    const [older, answer] = await post("/api/redemptions/add", body);
    expect([older, JSON.parse(answer).redemption.id]).toEqual([200, redemption.id]);
  });

  it("is redeemed again once it is canceled, and where the setting is off", async () => {
    const { body } = await given();
    const idOf = (text: string): number => JSON.parse(text).redemption.id;
    const [, first] = await post(REWARD, body);
    expect((await post("/api/redemptions/cancel", { id: idOf(first) }))[0]).toBe(200);
    const [, second, replayed] = await post(REWARD, body);
    expect(replayed).toBeUndefined();
    expect(idOf(second)).not.toBe(idOf(first));
    const other = await given(off);
    const both = [await post(REWARD, other.body, {}, off), await post(REWARD, other.body, {}, off)];
    expect(new Set(both.map(([, text]) => idOf(text))).size).toBe(2);
  });
});
