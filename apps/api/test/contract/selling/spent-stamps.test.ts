import { beforeAll, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, type Shop, shownMembership } from "../../shop.ts";

const ADD = "/api/v2/transactions/add";
const CANCEL = "/api/transactions/cancel";
const BY_INVOICE = "/api/v2/transactions/cancel";
const MODIFY = "/api/v2/transactions/modify";
const REDEEM = "/api/v2/redemptions/redeem-reward";
const UNDO = "/api/redemptions/cancel";
const WHOLE = "/api/v2/transactions/add-with-redemptions";
const DAY = "2026-11-02";

contract("stamps that must go back and are spent (T1, T2, T6, T7, T9, T10, R6)", (house) => {
  const shops: Record<string, Shop> = {};
  let invoices = 0;
  beforeAll(async () => {
    for (const spentStampsOnCancel of ["zero", "owe"])
      shops[spentStampsOnCancel] = await openShop(house, {
        earnAmount: "10000.00",
        spentStampsOnCancel,
      });
  });
  const shopOf = (how: "zero" | "owe") => shops[how] as Shop;

  const noVouchers = { voucher: null, vouchers: [], withdrawn_vouchers: [] };

  /** Records a sale that earns 9 stamps. */
  const sell = async (shop: Shop, fields: object, path = ADD) => {
    const invoice_number = `INV-${++invoices}`;
    const sale = { store: shop.store.id, invoice_number, created: `${DAY}T05:00:00Z` };
    const [status, answer] = await shop.call(path, { ...sale, total_value: 95_000, ...fields });
    expect([status, answer]).toEqual([200, expect.anything()]);
    const { transaction } = answer as { transaction: { id: number } };
    return { id: transaction.id, answer, body: { invoice_number, date: DAY } };
  };

  /** A member who was sold something for 9 stamps and has spent all but `left`. */
  const soldAndSpent = async (how: "zero" | "owe", left = 0) => {
    const shop = shopOf(how);
    const member = await shop.customer(5);
    const sold = await sell(shop, { user: member.id });
    const reward = await house.given.reward(shop.merchant, { stampsToRedeem: 14 - left });
    const redeem = { user: member.id, store: shop.store.id, reward: reward.id };
    const [status, answer] = await shop.call(REDEEM, redeem);
    expect(status).toBe(200);
    const { redemption } = answer as { redemption: { id: number } };
    return { shop, member, ...sold, redemption };
  };

  it("are let go by zero, and the cancel says how many", async () => {
    const { shop, member, id, body } = await soldAndSpent("zero", 3);
    const transaction = {
      ...{ id, value: 95_000, stamps_earned: 9, stamps_paid_off: 0, status: "Canceled" },
    };
    const answer = {
      ...{ ...noVouchers, stamps_let_go: 6, transaction },
      membership: shownMembership(member.id, 0),
    };
    expect(
      (await shop.call(BY_INVOICE, body, { headers: { "idempotency-key": `zero-${id}` } })).slice(
        0,
        2,
      ),
    ).toEqual([200, answer]);
    expect(
      (await shop.call(BY_INVOICE, body, { headers: { "idempotency-key": `zero-${id}` } }))[1],
    ).toEqual(answer);
    expect((await shop.call(BY_INVOICE, body))[1]).toEqual({ ...answer, stamps_let_go: 0 });
  });

  it("are owed by owe; membership and customer say how many", async () => {
    const { shop, member, id, body } = await soldAndSpent("owe", 3);
    const transaction = {
      ...{ id, value: 95_000, stamps_earned: 9, stamps_paid_off: 0, status: "Canceled" },
    };
    const shown = { ...noVouchers, stamps_let_go: 0, transaction };
    expect(await shop.callTrpc("transactions.cancel", body)).toEqual([
      200,
      { ...shown, membership: { ...shownMembership(member.id, 0), stamps_owed: 6 } },
    ]);
    expect((await shop.call(CANCEL, { id })).slice(0, 2)).toEqual([
      200,
      {
        ...shown,
        customer: {
          ...{ id: member.id, status: "Blue", stamps_remaining: 0, stamps_owed: 6 },
          mobile_number: null,
        },
      },
    ]);
  });

  it("of a modified sale are owed or let go", async () => {
    const modified = async (how: "zero" | "owe") => {
      const { shop, member, id } = await soldAndSpent(how, 1);
      const [status, answer] = await shop.call(MODIFY, { id, total_value: -50_000 });
      return { member, id, told: [status, answer] };
    };
    const answerOf = ({ id, member }: { id: number; member: { id: number } }, owed: number) => ({
      transaction: {
        ...{ id, value: 45_000, stamps_earned: 4, stamps_paid_off: 0 },
        ...{ number_of_people: 1, discount: null },
      },
      customer: {
        ...{ id: member.id, stamps_remaining: 0, stamps_owed: owed, balance: 1500.5 },
        ...{ status: "Blue", mobile_phone: null },
      },
      stamps_let_go: 4 - owed,
    });
    const zero = await modified("zero");
    expect(zero.told).toEqual([200, answerOf(zero, 0)]);
    const owe = await modified("owe");
    expect(owe.told).toEqual([200, answerOf(owe, 4)]);
  });

  it("are paid by the next sales; the read sale says so, and the void takes it back", async () => {
    const { shop, member, id } = await soldAndSpent("owe");
    expect((await shop.call(CANCEL, { id }))[0]).toBe(200);
    const next = await sell(shop, { user: member.id, total_value: 45_000 });
    expect(next.answer).toEqual({
      transaction: {
        ...{ id: next.id, value: 45_000, stamps_earned: 4, stamps_paid_off: 4 },
        ...{ number_of_people: 1, discount: null },
      },
      customer: {
        ...{ id: member.id, stamps_remaining: 0, stamps_owed: 5, balance: 1500.5 },
        ...{ status: "Blue", mobile_phone: null },
      },
    });
    const brief = await sell(shop, { user: member.id }, "/api/transactions/add");
    expect(brief.answer).toEqual({
      transaction: { id: brief.id, value: 95_000, stamps_earned: 9, stamps_paid_off: 5 },
      customer: {
        ...{ id: member.id, stamps_remaining: 4, stamps_owed: 0, balance: 1500.5 },
        status: "Blue",
      },
    });
    const [, read] = await shop.call("/api/transactions/details", { transaction_id: brief.id });
    expect(read).toMatchObject({ transaction: { stamps_earned: 9, stamps_paid_off: 5 } });
    expect((await shop.call(CANCEL, { id: brief.id }))[1]).toMatchObject({
      customer: { stamps_remaining: 0, stamps_owed: 5 },
    });
  });

  it("are paid by the sale of a visit", async () => {
    const { shop, member, id } = await soldAndSpent("owe");
    expect((await shop.call(CANCEL, { id }))[0]).toBe(200);
    const { answer } = await sell(shop, { user: member.id, created: null }, WHOLE);
    expect(answer).toMatchObject({
      transaction: { stamps_earned: 9, stamps_paid_off: 9 },
      membership: { stamps: 0, stamps_owed: 0 },
    });
  });

  it("are paid by a canceled redemption", async () => {
    const { shop, id, redemption } = await soldAndSpent("owe");
    expect((await shop.call(CANCEL, { id }))[0]).toBe(200);
    expect((await shop.call(UNDO, { id: redemption.id }))[1]).toMatchObject({
      membership: { stamps: 5, stamps_owed: 0 },
    });
  });
});
