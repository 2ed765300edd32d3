import { describe, expect, it } from "vitest";
import { contractInProcess } from "../contract.ts";
import type { House } from "../harness.ts";
import { type Browser, dataOf, deskIn, refusedBy } from "./desk.ts";

type Place = Awaited<ReturnType<ReturnType<typeof placesIn>>>;

/** Calls by which staff add rows. `given` counts these rows in the database. */
const gifts = [
  {
    procedure: "staff.customers.adjustStamps",
    input: ({ customer }: Place) => ({ customerId: customer.id, delta: -10, reason: "a mistake" }),
    other: { delta: -11 },
    given: ({ left }: Place) => left("stampEntries"),
  },
  {
    procedure: "staff.customers.add",
    input: () => ({ name: "Ani" }),
    other: { name: "Ani Lestari" },
    given: ({ left }: Place) => left("customers"),
  },
  {
    procedure: "staff.bookings.add",
    input: ({ store }: Place) => ({
      storeId: store.id,
      date: "2099-05-01",
      time: "19:00",
      numberOfPeople: 2,
      name: "Ibu Sari",
      phone: "0812345678",
    }),
    other: { numberOfPeople: 3 },
    given: ({ left }: Place) => left("bookings"),
  },
  {
    procedure: "staff.bookings.addWalkIn",
    input: ({ store }: Place) => ({ storeId: store.id, numberOfPeople: 2, name: "Walk-in" }),
    other: { numberOfPeople: 3 },
    given: ({ left }: Place) => left("bookings"),
  },
  {
    procedure: "staff.customers.issueVoucher",
    input: ({ customer, template }: Place) => ({
      customerId: customer.id,
      templateId: template.id,
      reason: "a gift",
    }),
    other: { reason: "another gift" },
    given: ({ left }: Place) => left("vouchers"),
  },
  {
    procedure: "staff.catalogue.issueVouchers",
    input: ({ customer, template }: Place) => ({
      templateId: template.id,
      customerIds: [customer.id],
      reason: "",
    }),
    other: { reason: "a gift" },
    given: ({ left }: Place) => left("vouchers"),
  },
  {
    procedure: "staff.catalogue.generateCodes",
    input: ({ template }: Place) => ({ templateId: template.id, quantity: 20 }),
    other: { quantity: 21 },
    given: ({ left }: Place) => left("jobs"),
  },
] as const;

function placesIn(house: House) {
  const desk = deskIn(house);
  return async () => {
    const merchant = await house.given.merchant();
    const customer = await house.given.customer(merchant, {}, { stamps: 15 });
    const template = await house.given.template(merchant);
    const store = await house.given.store(merchant);
    const browser: Browser = await desk.at(merchant, "owner");
    const { query } = house.core.db;
    const all = {
      stampEntries: () => query.stampEntries.findMany(),
      customers: () => query.customers.findMany(),
      vouchers: () => query.vouchers.findMany(),
      bookings: () => query.bookings.findMany(),
      jobs: () => query.jobs.findMany(),
      auditEntries: () => query.auditEntries.findMany(),
    };
    const left = async (table: keyof typeof all) => {
      const rows: readonly { merchantId: number }[] = await all[table]();
      return rows.filter(({ merchantId }) => merchantId === merchant.id).length;
    };
    return { merchant, customer, store, template, browser, left };
  };
}

contractInProcess("what staff give", (house) => {
  const place = placesIn(house);

  describe.each(gifts)("by $procedure", ({ procedure, input, other, given }) => {
    async function setting() {
      const at = await place();
      const before = await given(at);
      const give = (key?: string, change = {}) =>
        at.browser.mutate(
          procedure,
          { ...input(at), ...change },
          key === undefined ? {} : { "idempotency-key": key },
        );
      return { ...at, give, more: async () => (await given(at)) - before };
    }

    it("is given once where its answer was lost, and the first outcome is told again", async () => {
      const { give, more, left } = await setting();
      const first = await give("one press");
      expect(first[0]).toBe(200);
      const entries = await left("auditEntries");
      const second = await give("one press");
      expect(dataOf(second)).toEqual(dataOf(first));
      expect([first, second].map(([, , headers]) => headers["idempotency-replayed"])).toEqual([
        undefined,
        "true",
      ]);
      expect(await more()).toBe(1);
      expect(await left("auditEntries")).toBe(entries);
    });

    it("is given once where the two come at once", async () => {
      const { give, more } = await setting();
      const answers = await Promise.all(Array.from({ length: 8 }, () => give("one press")));
      expect(new Set(answers.map((answer) => JSON.stringify(dataOf(answer)))).size).toBe(1);
      expect(await more()).toBe(1);
    });

    it("is not given for another wish with the same key", async () => {
      const { give, more } = await setting();
      await give("one press");
      expect(refusedBy(await give("one press", other))).toBe("idempotency_key_reused");
      expect(await more()).toBe(1);
    });

    it("is judged anew where it was refused", async () => {
      const { give, more } = await setting();
      const nobody = {
        email: "none",
        customerId: 999_999,
        customerIds: [999_999],
        templateId: 999_999,
      };
      expect((await give("one press", nobody))[0]).toBe(400);
      expect(await more()).toBe(0);
      expect((await give("one press"))[0]).toBe(200);
      expect(await more()).toBe(1);
    });

    it("is given to whoever is asked for, press by press", async () => {
      const { give, more } = await setting();
      for (const key of ["one press", undefined])
        expect((await give(key, procedure.endsWith("Stamps") ? { delta: 1 } : {}))[0]).toBe(200);
      expect(await more()).toBe(2);
    });
  });

  it("is told again though it would be refused by now", async () => {
    const { merchant, customer, template, browser } = await place();
    const issue = () =>
      browser.mutate(
        "staff.customers.issueVoucher",
        { customerId: customer.id, templateId: template.id, reason: "a gift" },
        { "idempotency-key": "one press" },
      );
    const take = () =>
      browser.mutate(
        "staff.customers.adjustStamps",
        { customerId: customer.id, delta: -15, reason: "all of them" },
        { "idempotency-key": "one press" },
      );
    const [issued, taken] = [dataOf(await issue()), dataOf(await take())];
    expect(taken).toEqual({ stamps: 0 });
    await house.core.db.execute(
      `update voucher_templates set is_dynamic = true, value = 0
        where merchant_id = ${merchant.id} and id = ${template.id}`,
    );
    expect(dataOf(await issue())).toEqual(issued);
    expect(dataOf(await take())).toEqual(taken);
  });

  it("wants a key that can be kept", async () => {
    const { customer, browser } = await place();
    const input = { customerId: customer.id, delta: 1, reason: "a gift" };
    const key = { "idempotency-key": "é".repeat(3) };
    const refused = await browser.mutate("staff.customers.adjustStamps", input, key);
    expect([refused[0], refusedBy(refused)]).toEqual([400, "invalid"]);
  });
});
