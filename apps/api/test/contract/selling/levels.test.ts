import { schema } from "@stampbook/db";
import { beforeAll, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, type Shop } from "../../shop.ts";

const ADD = "/api/v2/transactions/add";
const CANCEL = "/api/transactions/cancel";
const MODIFY = "/api/v2/transactions/modify";
const REQUIREMENT = "/api/memberships/upgrade-requirement";

contract("levels by spending", (house) => {
  let shop: Shop;
  let invoices = 0;
  beforeAll(async () => {
    shop = await openShop(house, { earnAmount: "10000.00" });
    await house.core.db.insert(schema.levels).values({
      merchantId: shop.merchant.id,
      level: 200,
      name: "Gold",
      earnMultiplier: "2.00",
      spendingToReach: "100000.00",
    });
  });

  const sell = async (user: number, total_value: number) => {
    const body = { store: shop.store.id, user, invoice_number: `INV-${++invoices}`, total_value };
    const [, answer] = await shop.call(ADD, body);
    return answer as { transaction: { id: number; stamps_earned: number }; customer: object };
  };

  it("a sale that reaches a level earns by the old one, and answers with the new one", async () => {
    const { id } = await shop.customer();
    const first = await sell(id, 60_000);
    expect(first).toMatchObject({
      transaction: { stamps_earned: 6 },
      customer: { status: "Blue" },
    });
    const missing = {
      spending_requirement: 40_000,
      deadline: expect.any(String),
      next_level: "Gold",
      next_level_code: 200,
    };
    const [, answer] = await house.ask(
      { method: "GET", path: REQUIREMENT },
      { user: id },
      { token: shop.token },
    );
    expect(answer).toMatchObject({ upgrade_requirement: missing });
    const second = await sell(id, 40_000);
    expect(second).toMatchObject({
      transaction: { stamps_earned: 4 },
      customer: { status: "Gold" },
    });
    expect(await sell(id, 10_000)).toMatchObject({ transaction: { stamps_earned: 2 } });
  });

  it("its cancel and its modification take the level back", async () => {
    for (const [path, change] of [
      [CANCEL, {}],
      [MODIFY, { total_value: -1 }],
    ] as const) {
      const { id } = await shop.customer();
      const { transaction } = await sell(id, 100_000);
      const [, answer] = await shop.call(path, { id: transaction.id, ...change });
      expect(answer).toMatchObject({ customer: { id, status: "Blue" } });
    }
  });
});
