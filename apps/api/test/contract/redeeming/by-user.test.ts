import { beforeAll, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, refusal, type Shop, withoutScope } from "../../shop.ts";

const PATH = "/api/v2/redemptions/by-user";
const DETAILS = "/api/v2/redemptions/details";
const REWARD = "/api/v2/redemptions/redeem-reward";
const CANCEL = "/api/redemptions/cancel";

contract("redemptions/by-user (R13)", (house) => {
  let shop: Shop;
  let reward: { readonly id: number };
  beforeAll(async () => {
    shop = await openShop(house);
    reward = await house.given.reward(shop.merchant, { stampsToRedeem: 1 });
  });

  const redeem = async (user: unknown, fields: object = {}, moment?: string) => {
    const body = { user, store: shop.store.id, reward: reward.id, ...fields };
    const [status, answer] = await shop.call(REWARD, body);
    expect([status, answer]).toEqual([200, expect.anything()]);
    const { id } = (answer as { redemption: { id: number } }).redemption;
    if (moment)
      await house.core.db.execute(`update redemptions set created_at = timestamptz '${moment}'
        where merchant_id = ${shop.merchant.id} and id = ${id}`);
    return id;
  };
  const list = async (query: object, options = {}) =>
    (await shop.call(PATH, query, options)).slice(0, 2) as [number, unknown];
  const page = async (query: object, options = {}) => {
    const [status, answer] = await list(query, options);
    expect([status, answer]).toEqual([200, expect.anything()]);
    const listed = answer as { redemptions: { id: number }[]; has_next: boolean };
    return [listed.redemptions.map(({ id }) => id), listed.has_next];
  };

  it("shows a customer's redemptions whole, by all forms, over REST and tRPC", async () => {
    const { id: user, email, memberId } = await shop.customer();
    const id = await redeem(user, { invoice_number: "INV-1", channel: 2 });
    await redeem((await shop.customer()).id);
    const [, details] = await shop.call(DETAILS, { redemption_id: id });
    const { redemption } = details as { redemption: unknown };
    const answer = { redemptions: [redemption], has_next: false };
    for (const form of [user, email, memberId])
      expect(await list({ user: form })).toEqual([200, answer]);
    expect(await shop.callTrpc("redemptions.byUser", { user })).toEqual([200, answer]);
  });

  it("has pages of 20 by id, and each row once while rows are added", async () => {
    const { id: user } = await shop.customer();
    const made: number[] = [];
    for (let n = 0; n < 23; n++) made.push(await redeem(user));
    // sorted, because several processes do not give out ids in the order of time
    const ids = made.sort((one, other) => other - one);
    expect(await page({ user })).toEqual([ids.slice(0, 20), true]);
    await redeem(user);
    expect(await page({ user, last_redemption_id: ids[19] })).toEqual([ids.slice(20), false]);
    expect(await page({ user, last_redemption_id: ids[2] })).toEqual([ids.slice(3), false]);
  });

  it("filters choose by state, channel and the store's day", async () => {
    const { id: user } = await shop.customer();
    // 18:00 UTC is the next day in Jakarta
    const one = await redeem(user, { channel: 2 }, "2026-05-03T18:00:00Z");
    const two = await redeem(user, { channel: 3 }, "2026-05-05T05:00:00Z");
    expect((await shop.call(CANCEL, { id: one }))[0]).toBe(200);
    const all = [two, one];
    for (const [query, expected] of [
      [{}, all],
      [{ status: "Canceled" }, [one]],
      [{ status: "Created" }, [two]],
      [{ channel: "2" }, [one]],
      [{ channel: 1 }, []],
      [{ start_date: "2026-05-04", end_date: "2026-05-04" }, [one]],
      [{ end_date: "2026-05-03" }, []],
      [{ start_date: "2026-05-05" }, [two]],
    ] as const)
      expect([query, await page({ user, ...query })]).toEqual([query, [expected, false]]);
    const path = `${PATH}?user=${user}&channel=2&channel=3`;
    const [, answer] = await house.send({ method: "GET", path, token: shop.token });
    expect((answer as { redemptions: unknown[] }).redemptions).toHaveLength(2);
  });

  it("leaves out what was done in other stores, and the name without the scope members", async () => {
    const { id: user } = await shop.customer();
    const other = await house.given.store(shop.merchant);
    const [here, there] = [await redeem(user), await redeem(user, { store: other.id })];
    const token = await house.tokenOf(shop.merchant, { stores: [other.id] });
    expect(await page({ user }, { token })).toEqual([[there], false]);
    expect((await page({ user }))[0]).toEqual([here, there].sort((a, b) => b - a));
    const narrow = await house.tokenOf(shop.merchant, { scopes: ["redemptions.read"] });
    expect(await list({ user }, { token: narrow })).toMatchObject([
      200,
      { redemptions: [1, 2].map(() => ({ customer: { id: user, name: null } })) },
    ]);
  });

  it("refuses an unknown customer, another merchant's, wrong input and a token without the scope", async () => {
    const unknown = [400, refusal("invalid_user", "user", "User not found")];
    expect(await list({ user: "nobody@example.com" })).toEqual(unknown);
    const { email: user } = await shop.customer();
    const { token: stranger } = await openShop(house);
    expect(await list({ user }, { token: stranger })).toEqual(unknown);
    expect(await list({ user, status: "Open", start_date: "2026-02-30" })).toMatchObject([
      400,
      { errors: { status: expect.any(String), start_date: expect.any(String) } },
    ]);
    const token = await house.tokenOf(shop.merchant, { scopes: ["redemptions"] });
    expect(await list({ user }, { token })).toEqual([403, withoutScope("redemptions.read")]);
  });
});
