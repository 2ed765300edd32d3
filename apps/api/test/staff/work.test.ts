import { workOnJobs } from "@stampbook/core/vouchers";
import { beforeAll, describe, expect, it } from "vitest";
import { contractInProcess } from "../contract.ts";
import { type Browser, dataOf, deskIn, refusedBy } from "./desk.ts";

contractInProcess("the console's work", (house) => {
  const desk = deskIn(house);
  let shop: Awaited<ReturnType<typeof open>>;

  async function open() {
    const merchant = await house.given.merchant();
    const stores = [await house.given.store(merchant), await house.given.store(merchant)] as const;
    const customer = await house.given.customer(merchant, { name: "Ani" }, { stamps: 10 });
    const manager = await desk.at(merchant, "manager");
    const cashier = await desk.at(merchant, "cashier", [stores[0].id]);
    return { merchant, stores, customer, manager, cashier };
  }

  beforeAll(async () => {
    shop = await open();
  });

  const ask = async <Data>(browser: Browser, procedure: string, input: unknown) =>
    dataOf(await browser.query(procedure, input)) as Data;
  const change = async <Data>(browser: Browser, procedure: string, input: unknown) =>
    dataOf(await browser.mutate(procedure, input)) as Data;

  it("D2, D4: a cashier names a nameless member, who is called by phone until then, and renames nobody", async () => {
    const { cashier, customer, manager } = shop;
    const contact = "081234567007";
    const member = await change<{ id: number }>(cashier, "staff.till.register", { contact });
    const { items } = await ask<{ items: unknown[] }>(manager, "staff.customers.search", {
      text: contact,
    });
    expect(items).toMatchObject([{ id: member.id, name: "", mobileNumber: "+6281234567007" }]);
    const naming = (customerId: number, name: string) =>
      cashier.mutate("staff.customers.addName", { customerId, name });
    expect(refusedBy(await naming(member.id, " "))).toBe("invalid");
    expect(dataOf(await naming(member.id, "Wulan"))).toEqual({ name: "Wulan" });
    for (const { id } of [member, customer])
      expect(refusedBy(await naming(id, "Somebody else"))).toBe("permission_denied");
    const named = { contact: "081234567008", name: "Yuni" };
    const { id } = await change<{ id: number }>(cashier, "staff.till.register", named);
    expect(await ask(cashier, "staff.customers.get", { customerId: id })).toMatchObject({
      customer: { name: "Yuni", mobileNumber: "+6281234567008" },
    });
  });

  it("D9: managers filter by everybody who works here, and by tokens; cashiers list nobody", async () => {
    const { cashier, manager, merchant } = shop;
    await house.tokenOf(merchant);
    const actors = await ask<{ kind: string; name: string }[]>(manager, "staff.actors", undefined);
    expect(new Set(actors.map(({ kind }) => kind))).toEqual(new Set(["staff", "token"]));
    expect(refusedBy(await cashier.query("staff.actors"))).toBe("permission_denied");
  });

  it("at the till: find, look, redeem", async () => {
    const { cashier, customer, merchant, stores } = shop;
    const template = await house.given.template(merchant);
    const held = { voucherTemplateId: template.id, customerId: customer.id, code: "SCAN-ME" };
    const voucher = await house.given.voucher(merchant, held);
    const found = await ask(cashier, "staff.till.lookup", { text: "scan-me" });
    expect(found).toMatchObject({
      customers: [],
      vouchers: [{ id: voucher.id, customer: { id: customer.id, name: "Ani" }, state: "open" }],
    });
    const card = await ask(cashier, "staff.till.customer", {
      customerId: customer.id,
      storeId: stores[0].id,
    });
    expect(card).toMatchObject({
      needsPin: false,
      vouchers: [{ id: voucher.id, whyNot: null }],
      credentials: { pin: { state: "none" } },
    });
    const redeemed = await cashier.mutate("redemptions.redeemVoucher", {
      user: customer.email,
      voucher: voucher.id,
      store: stores[0].id,
      channel: 2,
    });
    expect(redeemed[0]).toBe(200);
    const again = await cashier.mutate("redemptions.redeemVoucher", {
      user: customer.email,
      voucher: voucher.id,
      store: stores[0].id,
    });
    expect(refusedBy(again)).toBe("voucher_already_redeemed");
    const refusals = await ask<{ items: unknown[] }>(cashier, "staff.refusals.list", {
      customerId: customer.id,
    });
    expect(refusals.items).toMatchObject([
      {
        code: "voucher_already_redeemed",
        store: { id: stores[0].id },
        subject: `voucher ${voucher.id}`,
        subjectName: template.name,
        caller: { kind: "staff" },
      },
    ]);
  });

  it("finds anything by one text", async () => {
    const { cashier, manager, customer, stores } = shop;
    const made = await change<{ redemption: { id: number } }>(manager, "redemptions.redeemReward", {
      user: customer.email,
      store: stores[1].id,
      reward: (await house.given.reward(shop.merchant, { stampsToRedeem: 1 })).id,
      invoice_number: "INV-77",
    });
    const found = { id: made.redemption.id, store: { id: stores[1].id } };
    for (const text of ["INV-77", String(made.redemption.id), `#${made.redemption.id}`])
      expect(await ask(manager, "staff.find", { text })).toMatchObject({ redemptions: [found] });
    expect(await ask(manager, "staff.find", { text: "ani" })).toMatchObject({
      customers: [{ id: customer.id }],
      redemptions: [],
    });
    const elsewhere = await ask(cashier, "staff.find", { text: "INV-77" });
    expect(elsewhere).toMatchObject({ redemptions: [], bookings: [] });
    const { text } = await ask<{ text: string }>(manager, "staff.redemptions.csv", {
      invoiceNumber: "INV-77",
    });
    expect(text.split("\r\n")[1]).toContain(",INV-77,");
  });

  it("gives files by the clock of each store, in the words of the screen", async () => {
    const merchant = await house.given.merchant();
    const store = await house.given.store(merchant, { name: "Losari", timezone: "Asia/Makassar" });
    const customer = await house.given.customer(merchant, { name: "Ani" }, { stamps: 10 });
    const reward = await house.given.reward(merchant, { stampsToRedeem: 1 });
    const manager = await desk.at(merchant, "manager");
    const input = { user: customer.email, store: store.id, reward: reward.id };
    const { redemption } = await change<{ redemption: { id: number } }>(
      manager,
      "redemptions.redeemReward",
      input,
    );
    const { createdAt } = await ask<{ createdAt: string }>(manager, "staff.redemptions.get", {
      redemptionId: redemption.id,
    });
    const words = {
      "status.Created": "Ditukar",
      "kind.reward": "Hadiah",
      "status.active": "Aktif",
    };
    const { text } = await ask<{ text: string }>(manager, "staff.redemptions.csv", { words });
    const there = new Date(Date.parse(createdAt) + 8 * 3_600_000).toISOString();
    const time = there.slice(0, 19).replace("T", " ");
    expect(text).toMatch(/^\uFEFFid,time,time_zone,kind,status,/);
    expect(text.split("\r\n")[1]).toMatch(`${redemption.id},${time},Asia/Makassar,Hadiah,Ditukar,`);
    const people = await ask<{ text: string }>(manager, "staff.customers.csv", { words });
    expect(people.text.split("\r\n")[1]).toMatch(/^[0-9]+,Ani,.*,Aktif,9$/);
  });

  it("unblocks a PIN, with a reason", async () => {
    const { cashier, customer } = shop;
    const input = { customerId: customer.id, reason: "Showed an identity card" };
    expect(await change(cashier, "staff.customers.unblockPin", input)).toMatchObject({
      pin: { state: "none" },
    });
    expect(
      refusedBy(await cashier.mutate("staff.customers.unblockPin", { customerId: customer.id })),
    ).toBe("invalid");
  });

  it("decides on bookings of the own store, and the second who decides is told", async () => {
    const { manager, cashier, stores } = shop;
    const wish = async (store: number) => {
      const [status, body] = await house.post("/api/bookings/add", {
        user: "guest@example.com",
        store,
        date: "2099-05-01",
        time: "19:00",
        phone: "0812345678",
        number_of_people: 2,
      });
      expect(status).toBe(200);
      return (body as { booking: { id: number } }).booking.id;
    };
    const here = await wish(stores[0].id);
    const there = await wish(stores[1].id);
    type Listed = { items: { id: number; revision: number; status: string; next: string[] }[] };
    const { items } = await ask<Listed>(cashier, "staff.bookings.list", { from: "2099-05-01" });
    expect(items.map(({ id }) => id)).toEqual([here]);
    expect(items[0]).toMatchObject({
      status: "Requested",
      next: expect.arrayContaining(["Confirmed"]),
    });
    const decision = { id: here, revision: items[0]?.revision };
    expect(await change(cashier, "staff.bookings.confirm", decision)).toMatchObject({
      status: "Confirmed",
    });
    expect((await manager.mutate("staff.bookings.cancel", decision))[0]).toBeGreaterThanOrEqual(
      400,
    );
    expect(refusedBy(await cashier.query("staff.bookings.get", { id: there }))).toBe(
      "permission_denied",
    );
    expect(
      (await ask<Listed>(manager, "staff.bookings.list", { storeId: stores[1].id })).items,
    ).toHaveLength(1);
  });

  describe("the catalogue", () => {
    const reward = {
      code: "BUN",
      name: "Free Kaya Bun",
      kind: "fixed",
      stampsToRedeem: 3,
      isActive: true,
      stores: [],
      channels: [],
    };

    it("is kept by managers, and shown to cashiers", async () => {
      const { manager, cashier } = shop;
      const { id } = await change<{ id: number }>(
        manager,
        "staff.catalogue.rewards.create",
        reward,
      );
      const fields = { ...reward, id, stampsToRedeem: 4, endDate: "2099-01-01" };
      expect((await manager.mutate("staff.catalogue.rewards.update", fields))[0]).toBe(200);
      const list = await ask<{ items: unknown[] }>(cashier, "staff.catalogue.rewards.list", {
        text: "bun",
      });
      expect(list.items).toMatchObject([{ id, stampsToRedeem: 4, endDate: "2099-01-01" }]);
      expect(refusedBy(await cashier.mutate("staff.catalogue.rewards.create", reward))).toBe(
        "permission_denied",
      );
      const twice = await manager.mutate("staff.catalogue.rewards.create", {
        ...reward,
        code: "bun",
      });
      expect(twice[1]).toMatchObject({ error: { data: { failure: { field: "code" } } } });
    });

    it("makes codes in the background, to be taken along as CSV", async () => {
      const { manager } = shop;
      const template = { name: "10% off", value: "10", isDynamic: false, stores: [], channels: [] };
      const { id } = await change<{ id: number }>(
        manager,
        "staff.catalogue.voucherTemplates.create",
        template,
      );
      const begun = { templateId: id, quantity: 700, endDate: "2099-12-31" };
      const job = await change<{ id: number }>(manager, "staff.catalogue.generateCodes", begun);
      await workOnJobs(house.core);
      expect(await ask(manager, "staff.jobs.get", { jobId: job.id })).toMatchObject({
        state: "done",
        done: 700,
      });
      type Csv = { text: string; nextCursor: string | null };
      const first = await ask<Csv>(manager, "staff.jobs.codesCsv", { jobId: job.id, limit: 500 });
      const rest = await ask<Csv>(manager, "staff.jobs.codesCsv", {
        jobId: job.id,
        limit: 500,
        cursor: first.nextCursor,
      });
      const lines = (first.text + rest.text).trim().split("\r\n");
      expect([lines[0], lines.length, rest.nextCursor]).toEqual([
        "code,voucher_id,start_date,end_date,redeemed",
        701,
        null,
      ]);
    });
  });
});
