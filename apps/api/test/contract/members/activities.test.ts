import { schema } from "@stampbook/db";
import { beforeAll, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, refusal, type Shop, someMessage, withoutScope } from "../../shop.ts";

const PATH = "/api/v3/activities";
const BY_GROUP = "/api/v3/activities/by-merchant-group";

type Body = Readonly<Record<string, unknown>>;

contract("activities (M17)", (house) => {
  let shop: Shop;
  let invoices = 0;
  beforeAll(async () => {
    shop = await openShop(house, { earnAmount: "10000.00" });
    const { id: merchantId } = shop.merchant;
    const gold = { level: 200, name: "Gold", spendingToReach: "999999.00" };
    await house.core.db.insert(schema.levels).values({ ...gold, merchantId });
  });

  const list = async (input: Body, token = shop.token, path = PATH) =>
    (await house.ask({ method: "GET", path }, input, { token })).slice(0, 2);
  async function listed(input: Body): Promise<readonly Body[]> {
    const [status, body] = await list(input);
    expect([status, body]).toEqual([200, expect.anything()]);
    return (body as { activities: Body[] }).activities;
  }
  async function succeed(path: string, body: object): Promise<Body> {
    const [status, answer] = await shop.call(path, body);
    expect([path, status, answer]).toEqual([path, 200, expect.anything()]);
    return answer as Body;
  }
  const sell = async (user: number, more: object = {}) => {
    const invoice_number = `INV-${++invoices}`;
    const sale = { user, store: shop.store.id, invoice_number, total_value: 95_000, ...more };
    const { transaction } = await succeed("/api/v2/transactions/add", sale);
    return { ...(transaction as { id: number }), invoice_number };
  };
  const common = () => ({
    id: expect.any(Number),
    created: expect.any(Number),
    notes: "",
    merchant: { id: shop.merchant.id, name: shop.merchant.name },
  });
  const inStore = () => ({
    ...common(),
    store: { name: shop.store.code, display_name: "Kemang" },
  });
  const byType = (one: Body, other: Body) => Number(one.type) - Number(other.type);

  it("answers whole, over REST and tRPC, on both paths and in all forms of the user", async () => {
    const { id: user, email, memberId } = await shop.customer();
    const sale = await sell(user, { channel: 2 });
    const { id: reward } = await house.given.reward(shop.merchant, {
      name: "Coffee",
      stampsToRedeem: 2,
    });
    const where = { user, store: shop.store.id };
    await succeed("/api/v2/redemptions/redeem-reward", { ...where, reward, channel: 4 });
    const given = { ...where, number_of_stamps: 5, notes: "Forgot the card" };
    const { award } = (await succeed("/api/stamps/add", given)) as { award: { id: number } };
    const taken = { user, stamps: 3, notes: "Counted twice" };
    await succeed("/api/memberships/deduct-stamps", taken);
    await succeed("/api/v2/memberships/set-level", { user, level: 200, upgrade_only: false });
    const less = { id: sale.id, total_value: -10_000 };
    await succeed("/api/v2/transactions/modify", less);
    const same = { id: sale.id, invoice_number: sale.invoice_number };
    const activities = [
      {
        ...inStore(),
        type: 0,
        transaction: {
          stamps: 8,
          name: `Transaction #${sale.id}`,
          status: 1,
          invoice_number: sale.invoice_number,
          channel: "POS",
        },
      },
      {
        ...inStore(),
        type: 1,
        redemption: { stamps: 2, name: "Coffee", status: 1, channel: "Web" },
      },
      { ...inStore(), type: 2, award: { stamps: 5, name: `Award #${award.id}`, status: 1 } },
      { ...common(), type: 9 },
      {
        ...common(),
        type: 10,
        stamps_deduction: { stamps: 3, status: 1, notes: "Counted twice" },
      },
      {
        ...inStore(),
        type: 11,
        transaction_modification: {
          root_transaction: same,
          original_transaction: same,
          modified_transaction: same,
          id: expect.any(Number),
          created: expect.any(Number),
          stamps_delta: -1,
          stamps_delta_override: null,
          stamps_refund_from_payments: 0,
          total_stamps_delta: -1,
          subtotal_delta: 0,
          grand_total_delta: -10_000,
          stamps_taken: 1,
          stamps_owed_delta: 0,
          stamps_let_go: 0,
          return_invoice_number: null,
          invoice_number: sale.invoice_number,
          channel: "POS",
        },
      },
      { ...common(), type: 12, stamps: 0, notes: "Overridden to Gold" },
    ];
    const first = await listed({ user });
    // calls of one second are listed by their kind, so the order depends on the clock
    expect([...first].sort(byType)).toEqual(activities);
    const answer = [200, { activities: first }];
    for (const name of [email, memberId]) expect(await list({ user: name })).toEqual(answer);
    expect(await list({ user, merchant_id: 0 }, shop.token, BY_GROUP)).toEqual(answer);
    for (const name of ["members.activities", "members.activitiesByMerchantGroup"])
      expect(await shop.callTrpc(name, { user })).toEqual(answer);
  });

  it("shows what was canceled by its status, and makes no activity of a cancel", async () => {
    const { id: user } = await shop.customer();
    const { id } = await sell(user);
    await succeed("/api/transactions/cancel", { id });
    const [sale, ...others] = [...(await listed({ user }))].sort(byType);
    expect(sale).toMatchObject({ type: 0, transaction: { status: 2, channel: null } });
    expect(others).toMatchObject([{ type: 9 }]);
  });

  it("shows changes of the level, adjustments and expiries", async () => {
    const { id: customerId } = await shop.customer(0);
    const { db } = house.core;
    const own = { merchantId: shop.merchant.id, customerId };
    const createdBy = "service";
    const ids = await house.core.ids.takeMany(shop.merchant.id, "level_changes", 3);
    const change = (at: number, levelBefore: number, levelAfter: number, cause: string) => {
      const createdAt = `2026-05-0${at}T05:00:00Z`;
      return { ...own, id: ids[at - 1] ?? 0, levelBefore, levelAfter, cause, createdAt, createdBy };
    };
    await db
      .insert(schema.levelChanges)
      .values([
        change(1, 100, 200, "sale"),
        change(2, 200, 200, "ended"),
        change(3, 200, 100, "ended"),
      ]);
    const entry = (number: number, cause: string, causeId: number, delta: number) => ({
      ...{ ...own, number, cause, causeId, delta, day: "2026-05-04" },
      createdAt: `2026-05-04T05:00:0${number}Z`,
    });
    await db
      .insert(schema.stampEntries)
      .values([
        entry(1, "adjustment", 71, 4),
        entry(2, "adjustment", 72, -1),
        entry(3, "expiry", 3, -3),
      ]);
    const [registered, ...shown] = await listed({ user: customerId });
    expect(registered).toMatchObject({ type: 9 });
    expect(shown).toEqual([
      { ...common(), type: 15, expired_stamps: 3 },
      { ...common(), type: 10, stamps_deduction: { stamps: 1, status: 1, notes: "" } },
      { ...common(), type: 2, award: { stamps: 4, name: "Adjustment #71", status: 1 } },
      { ...common(), type: 6, stamps: 0, notes: "Downgraded to Blue" },
      { ...common(), type: 5, stamps: 0, notes: "Upgraded to Gold" },
    ]);
  });

  it("has 20 at a time, and goes on after the last one", async () => {
    const { id: user } = await shop.customer();
    for (let n = 0; n < 23; n++) await sell(user);
    const first = await listed({ user });
    const rest = await listed({ user, older_than: first.at(-1)?.id });
    // the sales, the level that they reach, and the registration
    expect([first.length, rest.length]).toEqual([20, 5]);
    const ids = [...first, ...rest].map(({ id }) => Number(id));
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one));
    expect(await listed({ user, older_than: String(ids.at(-1)) })).toEqual([]);
  });

  it("shows a token limited to stores nothing of other stores", async () => {
    const { id: user } = await shop.customer();
    await sell(user);
    const { id } = await house.given.store(shop.merchant);
    const token = await house.tokenOf(shop.merchant, { stores: [id] });
    expect(await list({ user }, token)).toEqual([200, { activities: [{ ...common(), type: 9 }] }]);
  });

  it("does not show a partial registration", async () => {
    const body = { user: `partial-${Date.now()}@example.com` };
    await succeed("/api/v3/memberships/partial-registration", body);
    expect(await listed(body)).toEqual([]);
  });

  it("counts one customer shown, and is refused to a token that has seen too many", async () => {
    const own = await openShop(house);
    const { id: user } = await own.customer();
    const ask = () => list({ user }, own.token);
    expect(await ask()).toMatchObject([200, { activities: [{ type: 9 }] }]);
    const rows = await house.core.db.select().from(schema.budgets);
    const minute = rows.filter(
      ({ merchantId, budget }) =>
        merchantId === own.merchant.id && budget === "customersShownInMinute",
    );
    expect(minute).toMatchObject([{ spent: 1 }]);
    await house.core.db.execute(
      `update budgets set spent = 1200 where merchant_id = ${own.merchant.id}`,
    );
    expect(await ask()).toMatchObject([
      429,
      { error_code: "too_many_attempts", errors: { user: someMessage } },
    ]);
  });

  it.each([
    ["user", "required", { user: "" }],
    ["user", "invalid_user", { user: "nobody@example.com" }],
    ["older_than", "invalid", { older_than: "x" }],
    ["merchant_id", "invalid", { merchant_id: 999_999_999 }],
  ])("refuses a wrong %s with %s", async (field, code, change) => {
    const input = { user: (await shop.customer()).id, ...change };
    expect(await list(input)).toEqual([400, refusal(code, field, someMessage)]);
    const [, failure] = await shop.callTrpc("members.activities", input);
    expect(failure).toMatchObject({ code, field });
  });

  it("refuses another merchant's customer, and a token without the scope", async () => {
    const { id: user, email } = await shop.customer();
    const other = await openShop(house);
    const unknown = refusal("invalid_user", "user", someMessage);
    expect(await list({ user: email }, other.token)).toEqual([400, unknown]);
    const token = await house.tokenOf(shop.merchant, { scopes: ["stamps", "transactions"] });
    expect(await list({ user }, token)).toEqual([403, withoutScope("members")]);
  });
});
