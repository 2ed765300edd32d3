import { addSale } from "@stampbook/core/sales";
import { schema } from "@stampbook/db";
import { beforeAll, expect, it } from "vitest";
import { contractInProcess } from "../contract.ts";
import { type Browser, dataOf, deskIn, refusedBy } from "./desk.ts";

type Page = { items: { id: number }[]; nextCursor: string | null };

contractInProcess("sales in the console", (house) => {
  const desk = deskIn(house);
  let shop: Awaited<ReturnType<typeof open>>;

  async function open() {
    const merchant = await house.given.merchant({ earnAmount: "10000.00" });
    const stores = [await house.given.store(merchant), await house.given.store(merchant)] as const;
    const customer = await house.given.customer(merchant, { name: "Ani" }, { stamps: 10 });
    const manager = await desk.at(merchant, "manager");
    const cashier = await desk.at(merchant, "cashier", [stores[0].id]);
    const caller = { kind: "token", merchant, tokenId: 1, scopes: [], stores: null } as const;
    const ctx = { ...house.core, caller: caller as never };
    const sell = async (invoiceNumber: string, store = stores[0], user: string | null = null) =>
      (
        await addSale(ctx, {
          store: store.id,
          user,
          invoiceNumber,
          people: 1,
          soldAt: null,
          total: "95000.00",
          subtotal: null,
          discount: null,
          serviceCharge: null,
          tax: null,
          channel: null,
          type: null,
          stamps: null,
          employeeCode: null,
          extraData: null,
          items: [
            {
              product: "Kopi Susu",
              quantity: "2.000",
              subtotal: "95000.00",
              stamps: null,
              isEligible: true,
              extraData: { cost: "a secret of the POS" },
            },
          ],
          payments: [{ method: "cash", value: "95000.00", countsForLevels: true }],
        })
      ).sale.id;
    return { merchant, stores, customer, manager, cashier, sell };
  }

  beforeAll(async () => {
    shop = await open();
  });

  const ask = async <Data = Page>(browser: Browser, procedure: string, input: unknown) =>
    dataOf(await browser.query(procedure, input)) as Data;

  it("lists, shows and cancels a sale, with the reason", async () => {
    const { manager, customer, stores, sell } = shop;
    const id = await sell("INV-1", stores[0], customer.email);
    await sell("INV-2");
    const { items } = await ask(manager, "staff.sales.list", { invoiceNumber: "INV-1" });
    expect(items).toMatchObject([
      { id, status: "Created", stampsEarned: 9, total: "95000.00", customer: { name: "Ani" } },
    ]);
    const sale = await ask<object>(manager, "staff.sales.get", { saleId: id });
    expect(sale).toMatchObject({
      items: [{ product: "Kopi Susu", quantity: "2.000" }],
      payments: [{ method: "cash", earned: true }],
      cancelReason: null,
    });
    expect(JSON.stringify(sale)).not.toContain("secret");
    const cancel = { saleId: id, reason: "Wrong customer" };
    expect(dataOf(await manager.mutate("staff.sales.cancel", cancel))).toEqual({
      id,
      status: "Canceled",
      stampsLeft: 10,
    });
    expect(await ask(manager, "staff.sales.get", { saleId: id })).toMatchObject({
      status: "Canceled",
      cancelReason: "Wrong customer",
      canceledBy: { kind: "staff" },
    });
    const { text } = await ask<{ text: string }>(manager, "staff.sales.csv", {
      status: "Canceled",
      words: { "status.Canceled": "Dibatalkan" },
    });
    expect(text).toMatch(/,INV-1,Dibatalkan,95000\.00,9,/);
  });

  it("is found by its invoice number or its own, in the caller's stores", async () => {
    const { manager, cashier, customer, stores, sell } = shop;
    const id = await sell("FIND-1", stores[1], customer.email);
    const find = (browser: Browser, text: string) => ask<object>(browser, "staff.find", { text });
    const found = { id, invoiceNumber: "FIND-1", customer: { name: "Ani" } };
    expect(await find(manager, "FIND-1")).toMatchObject({ sales: [found] });
    expect(await find(manager, `#${id}`)).toMatchObject({ sales: [found] });
    expect(await find(cashier, "FIND-1")).toMatchObject({ sales: [] });
    expect(await find(cashier, `#${id}`)).toMatchObject({ sales: [] });
  });

  it("pages by time with a cursor of its own list", async () => {
    const { manager } = shop;
    const first = await ask(manager, "staff.sales.list", { limit: 1 });
    const next = { limit: 1, cursor: first.nextCursor };
    const second = await ask(manager, "staff.sales.list", next);
    expect(second.items[0]?.id).toBeLessThan(first.items[0]?.id ?? 0);
    const foreign = Buffer.from(JSON.stringify(["2026-01-01", 1])).toString("base64url");
    const refused = await manager.query("staff.sales.list", { cursor: foreign });
    expect(refusedBy(refused)).toBe("invalid");
  });

  it("refuses without a reason, and what was spent, and what another store sold", async () => {
    const { manager, cashier, merchant, stores, sell } = shop;
    const spender = await house.given.customer(merchant, {}, { stamps: 0 });
    const id = await sell("INV-3", stores[0], spender.email);
    const reward = await house.given.reward(merchant, { stampsToRedeem: 4 });
    const body = { user: spender.email, store: stores[0].id, reward: reward.id };
    expect((await manager.mutate("redemptions.redeemReward", body))[0]).toBe(200);
    const cancel = (browser: Browser, saleId: number, reason = "Wrong customer") =>
      browser.mutate("staff.sales.cancel", { saleId, reason });
    expect(refusedBy(await cancel(manager, id, ""))).toBe("invalid");
    expect(refusedBy(await cancel(manager, id))).toBe("insufficient_stamps");
    const elsewhere = await sell("INV-4", stores[1]);
    expect(refusedBy(await cancel(cashier, elsewhere))).toBe("permission_denied");
    const { items } = await ask(cashier, "staff.sales.list", {});
    expect(items.map(({ id }) => id)).not.toContain(elsewhere);
    const got = await cashier.query("staff.sales.get", { saleId: elsewhere });
    expect(refusedBy(got)).toBe("permission_denied");
  });

  it("stands in the customer's ledger, named only to staff of its store", async () => {
    const { manager, cashier, merchant, stores, sell } = shop;
    const fields = { name: "Lia", allowNewsletters: true, allowWhatsappMarketing: true };
    const lia = await house.given.customer(merchant, fields, { stamps: 0 });
    const kept = await sell("LED-1", stores[0], lia.email);
    const canceled = await sell("LED-2", stores[1], lia.email);
    const cancel = { saleId: canceled, reason: "Wrong customer" };
    expect((await manager.mutate("staff.sales.cancel", cancel))[0]).toBe(200);
    const read = (browser: Browser) =>
      ask(browser, "staff.customers.ledger", { customerId: lia.id });
    const sale = { id: canceled, name: "LED-2" };
    expect((await read(manager)).items).toMatchObject([
      { cause: "earning_cancellation", delta: -9, sale, by: { kind: "staff" } },
      { cause: "earning", delta: 9, sale, store: { id: stores[1].id }, by: { kind: "token" } },
      { cause: "earning", delta: 9, sale: { id: kept, name: "LED-1" } },
    ]);
    expect((await read(cashier)).items).toMatchObject([
      { delta: -9, sale: null, store: null, by: null },
      { delta: 9, sale: null, store: null, by: null },
      { sale: { id: kept }, store: { id: stores[0].id } },
    ]);
    const profile = await ask<object>(manager, "staff.customers.get", { customerId: lia.id });
    expect(profile).toMatchObject({
      consents: { newsletters: true, smsMarketing: false, whatsappMarketing: true },
    });
  });

  it("shows how a customer's level changed, and the sale only to staff of its store", async () => {
    const { manager, cashier, merchant, stores, customer, sell } = shop;
    const sales = [await sell("INV-5"), await sell("INV-6", stores[1])];
    const levels = [
      { merchantId: merchant.id, level: 510, name: "Blue" },
      { merchantId: merchant.id, level: 520, name: "Gold" },
    ];
    await house.core.db.insert(schema.levels).values(levels);
    const row = { merchantId: merchant.id, customerId: customer.id, createdBy: "token:1" };
    const up = { ...row, levelBefore: 510, levelAfter: 520, cause: "sale" };
    await house.core.db.insert(schema.levelChanges).values([
      { ...up, id: 1, causeId: sales[0] ?? null, until: "2030-12-31" },
      { ...up, id: 2, causeId: sales[1] ?? null },
      { ...row, id: 3, levelBefore: 520, levelAfter: 510, cause: "ended", createdBy: "service" },
    ]);
    const read = async (browser: Browser, more = {}) =>
      ask(browser, "staff.customers.levels", { customerId: customer.id, ...more });
    const blue = { id: 510, name: "Blue" };
    const gold = { id: 520, name: "Gold" };
    const changes = [
      { id: 3, from: gold, to: blue, cause: "ended", sale: null, by: { kind: "service" } },
      { id: 2, from: blue, to: gold, until: null, sale: { id: sales[1], name: "INV-6" } },
      { id: 1, cause: "sale", until: "2030-12-31", sale: { id: sales[0], name: "INV-5" } },
    ];
    const all = await read(manager);
    expect(all.items).toMatchObject(changes);
    expect((await read(cashier)).items).toMatchObject([
      {},
      { sale: null },
      { sale: { id: sales[0] } },
    ]);
    const first = await read(manager, { limit: 2 });
    const second = await read(manager, { limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...second.items]).toEqual(all.items);
    const stranger = await desk.at(await house.given.merchant(), "owner");
    expect((await read(stranger)).items).toEqual([]);
  });
});
