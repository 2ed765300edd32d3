import { schema } from "@stampbook/db";
import { beforeAll, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { notInStore, openShop, type Shop } from "../../shop.ts";

const PATH = "/api/v2/memberships/set-level";

contract("memberships/set-level (M15)", (house) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(house);
    const { id: merchantId } = shop.merchant;
    const { levels } = schema;
    await house.core.db.insert(levels).values({ merchantId, level: 300, name: "Gold" });
  });

  const set = async (body: object, headers: Record<string, string> = {}) =>
    shop.call(PATH, body, { headers });

  /** The member's level and its last day, and the level changes in their order. */
  async function standing(customerId: number) {
    const isOwn = (row: { merchantId: number; customerId: number }) =>
      row.merchantId === shop.merchant.id && row.customerId === customerId;
    const { db } = house.core;
    const member = (await db.select().from(schema.memberships)).find(isOwn);
    const changes = (await db.select().from(schema.levelChanges)).filter(isOwn);
    const history = changes
      .sort((one, other) => one.id - other.id)
      .map(({ levelBefore: before, levelAfter: after, until, cause, causeId }) => ({
        before,
        after,
        until,
        cause,
        causeId,
      }));
    return { level: member?.level, until: member?.levelUntil, history };
  }

  const byHand = { cause: "hand", causeId: null };

  it("gives a level that stays, and one until a day, with a row of history each", async () => {
    const { id, email, memberId } = await shop.customer();
    expect((await set({ user: email, level: 300 })).slice(0, 2)).toEqual([200, { status: "ok" }]);
    const raised = { before: 100, after: 300, until: null, ...byHand };
    expect(await standing(id)).toEqual({ level: 300, until: null, history: [raised] });
    const end_date = "2099-12-31";
    const trpc = { user: memberId, level: 300, end_date };
    expect(await shop.callTrpc("members.setLevel", trpc)).toEqual([200, { status: "ok" }]);
    const ends = { before: 300, after: 300, until: end_date, ...byHand };
    expect(await standing(id)).toEqual({ level: 300, until: end_date, history: [raised, ends] });
    // repeating the call changes nothing
    expect((await set({ user: id, level: 300, end_date }))[0]).toBe(200);
    expect((await standing(id)).history).toHaveLength(2);
  });

  it("a retry with the same key does not give the level again", async () => {
    const { id } = await shop.customer();
    const headers = { "idempotency-key": "raise" };
    expect((await set({ user: id, level: 300 }, headers))[0]).toBe(200);
    expect((await set({ user: id, level: 100 }))[0]).toBe(200);
    const [status, , response] = await set({ user: id, level: 300 }, headers);
    expect([status, response["idempotency-replayed"]]).toEqual([200, "true"]);
    expect(await standing(id)).toMatchObject({ level: 100, history: [{}, {}] });
  });

  it("C9: keeps the store in the history, and refuses one that is not the token's", async () => {
    const { id } = await shop.customer();
    expect((await set({ user: id, level: 300, store: shop.store.code }))[0]).toBe(200);
    const rows = await house.core.db.select().from(schema.levelChanges);
    expect(rows.filter(({ customerId }) => customerId === id)).toMatchObject([
      { storeId: shop.store.id },
    ]);
    const other = await house.given.store(shop.merchant);
    const token = await house.tokenOf(shop.merchant, { stores: [other.id] });
    const body = { user: id, level: 100, store: shop.store.id };
    expect((await shop.call(PATH, body, { token }))[1]).toEqual(notInStore(shop.store.id));
  });

  it("C9: refuses a lower level if the call only raises, and changes nothing", async () => {
    const { id } = await shop.customer();
    await set({ user: id, level: 300 });
    const lower = { user: id, level: 100 };
    const [status, answer] = await set({ ...lower, upgrade_only: true });
    const message = "The member's level is higher than this one.";
    expect([status, answer]).toEqual([
      400,
      {
        errors: { __all__: message },
        detail: `__all__: ${message}`,
        error_code: "downgrade_not_allowed",
        error_message: message,
      },
    ]);
    expect((await standing(id)).history).toHaveLength(1);
    // the same level does not count as a lower one
    expect((await set({ user: id, level: 300, upgrade_only: true }))[0]).toBe(200);
    expect((await set({ ...lower, upgrade_only: "0" }))[0]).toBe(200);
    expect(await standing(id)).toMatchObject({ level: 100 });
  });

  it.each([
    ["an unknown level", { level: 301 }, "invalid_choice", "level"],
    ["a day that has passed", { level: 300, end_date: "2020-01-31" }, "invalid", "end_date"],
    ["no day", { level: 300, end_date: "soon" }, "invalid", "end_date"],
    ["no level", {}, "required", "level"],
    [
      "C9: an unknown member",
      { user: "nobody@example.com", level: 300 },
      "user_has_no_membership",
      "user",
    ],
    ["C9: an unknown store", { level: 300, store: "none" }, "invalid_store", "store"],
  ])("refuses %s", async (_, body, error_code, field) => {
    const { id } = await shop.customer();
    const [status, answer] = await set({ user: id, ...body });
    expect([status, answer]).toMatchObject([
      400,
      { error_code, errors: { [field]: expect.any(String) } },
    ]);
    expect(await standing(id)).toEqual({ level: 100, until: null, history: [] });
  });

  it("takes today in the merchant's zone, but not the day before", async () => {
    const { id } = await shop.customer();
    const zoned = new Intl.DateTimeFormat("sv", { timeZone: shop.merchant.timezone });
    const day = (offset: number) => zoned.format(Date.now() + offset * 86_400_000);
    const at = (end_date: string) => set({ user: id, level: 300, end_date });
    expect((await at(day(-1)))[0]).toBe(400);
    expect((await at(day(0)))[0]).toBe(200);
  });

  it("needs the scope members.manage", async () => {
    const { id } = await shop.customer();
    const token = await house.tokenOf(shop.merchant, { scopes: ["members", "members.write"] });
    const [status] = await shop.call(PATH, { user: id, level: 300 }, { token });
    expect(status).toBe(403);
  });
});
