import { beforeAll, expect, it } from "vitest";
import { contractInProcess } from "../contract.ts";
import { openShop } from "../shop.ts";
import { dataOf, deskIn, refusedBy } from "./desk.ts";

contractInProcess("returns in the console", (house) => {
  const desk = deskIn(house);
  let shop: Awaited<ReturnType<typeof open>>;

  async function open() {
    const till = await openShop(house, { earnAmount: "1.00" });
    const { merchant, store } = till;
    const member = await till.customer(0);
    const manager = await desk.at(merchant, "manager");
    const cashier = await desk.at(merchant, "cashier", [store.id]);
    const sell = async (invoice_number: string) => {
      const [status, answer] = await till.call("/api/v2/transactions/add", {
        ...{ store: store.id, user: member.id, invoice_number, total_value: 30 },
        items: [
          { product_name: "Mug", quantity: 1, subtotal: 10 },
          { product_name: "Pot", quantity: 2, subtotal: 20 },
        ],
        payments: [{ payment_method: "cash", value: 30 }],
      });
      expect([status, answer]).toEqual([200, expect.anything()]);
      return (answer as { transaction: { id: number } }).transaction.id;
    };
    const back = (saleId: number, more: object = {}) => ({
      ...{ saleId, returnInvoiceNumber: `R-${saleId}`, total: "10.00", subtotal: null },
      items: [{ product: "Pot", quantity: "1", subtotal: "10.00" }],
      payments: [{ method: "cash", value: "10.00" }],
      ...more,
    });
    return { till, merchant, manager, cashier, sell, back };
  }

  beforeAll(async () => {
    shop = await open();
  });

  it("a cashier sees what a return does, and records it once with a reason", async () => {
    const { cashier, sell, back, manager } = shop;
    const id = await sell("INV-1");
    expect(dataOf(await cashier.query("staff.sales.previewReturn", back(id)))).toEqual({
      ...{ total: "20.00", stampsEarned: 20, taken: 10, owed: 0, letGo: 0, stampsHeld: 30 },
      ...{ withdrawn: [], refusal: null },
    });
    const blank = { ...back(id), reason: " " };
    expect(refusedBy(await cashier.mutate("staff.sales.addReturn", blank))).toBe("invalid");
    const input = { ...back(id), reason: "A crack in the pot" };
    const done = dataOf(await cashier.mutate("staff.sales.addReturn", input));
    expect(done).toEqual({
      ...{ id: expect.any(Number), saleId: id, taken: 10, owed: 0, stampsLeft: 20 },
    });
    expect(dataOf(await cashier.mutate("staff.sales.addReturn", input))).toEqual(done);
    expect(dataOf(await manager.query("staff.sales.get", { saleId: id }))).toMatchObject({
      ...{ total: "20.00", stampsEarned: 20 },
      modifications: [{ total: "-10.00", stamps: -10, returnInvoiceNumber: `R-${id}` }],
      items: [{ quantity: "1.000" }, { product: "Pot", quantity: "1.000", subtotal: "10.00" }],
    });
    expect(dataOf(await manager.query("staff.audit.list", {}))).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ action: "returns.add", reason: "A crack in the pot" }),
      ]),
    });
  });

  it("a refusal is on the field that the console sends", async () => {
    const { cashier, sell, back } = shop;
    const [one, other] = [await sell("INV-4"), await sell("INV-5")];
    await cashier.mutate("staff.sales.addReturn", { ...back(one), reason: "A crack" });
    const returnInvoiceNumber = `R-${one}`;
    for (const [more, field] of [
      [{ total: "31.00" }, "total"],
      [{ returnInvoiceNumber }, "returnInvoiceNumber"],
      [{ items: [] }, "items"],
    ] as const) {
      const input = { ...back(other, more), reason: "A crack" };
      for (const [, body] of [
        await cashier.query("staff.sales.previewReturn", back(other, more)),
        await cashier.mutate("staff.sales.addReturn", input),
      ])
        expect(body).toMatchObject({ error: { data: { failure: { field } } } });
    }
  });

  it("an old sale is returned by a manager, and a canceled one by nobody", async () => {
    const { cashier, manager, sell, back, merchant, till } = shop;
    const id = await sell("INV-2");
    await house.core.db.execute(
      `update transactions set created_at = now() - interval '25 hours'
       where merchant_id = ${merchant.id} and id = ${id}`,
    );
    const input = { ...back(id), reason: "Late" };
    for (const refused of [
      await cashier.query("staff.sales.previewReturn", back(id)),
      await cashier.mutate("staff.sales.addReturn", input),
    ]) {
      expect(refusedBy(refused)).toBe("permission_denied");
      expect(JSON.stringify(refused[1])).toContain("older than 24 hours are recorded by a manager");
    }
    expect(dataOf(await manager.mutate("staff.sales.addReturn", input))).toMatchObject({
      saleId: id,
    });
    const canceled = await sell("INV-3");
    await till.call("/api/transactions/cancel", { id: canceled });
    const wish = { ...back(canceled), reason: "Late" };
    expect(refusedBy(await manager.mutate("staff.sales.addReturn", wish))).toBe(
      "invalid_transaction",
    );
  });
});
