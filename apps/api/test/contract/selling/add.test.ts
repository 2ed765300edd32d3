import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, type Shop } from "../../shop.ts";

const PATH = "/api/v2/transactions/add";
const BRIEF = "/api/transactions/add";

contract("transactions/add (T1, T2)", (house) => {
  let shop: Shop;
  let invoices = 0;
  beforeAll(async () => {
    shop = await openShop(house, { earnAmount: "10000.00" });
  });

  const given = async () => {
    const customer = await shop.customer();
    const { id } = shop.store;
    invoices++;
    const sale = { store: id, invoice_number: `INV-${invoices}`, total_value: "95000.00" };
    return { customer, sale, body: { ...sale, user: customer.email } };
  };

  /** The complete body of a refusal. */
  const refused = (field: string, code: string, message: string) => ({
    detail: `${field}: ${message}`,
    errors: [{ [field]: message }],
    error_code: code,
    error_message: `${field}: ${message}`,
  });

  it("answers with transaction and customer, whole", async () => {
    const { customer, body } = await given();
    const [status, answer] = await shop.call(PATH, {
      ...body,
      number_of_people: "2",
      created: new Date().toISOString().replace("Z", "0000+00:00"),
      sub_total: 90_000,
      discount: "5000.005",
      service_charge: 0,
      tax: 10_000,
      channel: 2,
      type: "2",
      items: [
        { product_name: "Kopi", quantity: 2, price: 90_000, extra_data: ["hot"] },
        { product_name: "Bag", quantity: "1", subtotal: 0, eligible_for_stamps: "false" },
      ],
      payments: [{ value: 95_000, payment_method: "cash", eligible_for_membership: true }],
      employee_code: 7,
      require_email_notification: true,
      extra_data: { table: 7 },
    });
    expect([status, answer]).toEqual([
      200,
      {
        transaction: {
          id: expect.any(Number),
          value: 95_000,
          stamps_earned: 9,
          stamps_paid_off: 0,
          number_of_people: 2,
          discount: 5000.01,
        },
        customer: {
          id: customer.id,
          mobile_phone: null,
          stamps_remaining: 259,
          stamps_owed: 0,
          balance: 1500.5,
          status: "Blue",
        },
      },
    ]);
  });

  it("answers the same over tRPC, and shorter on the old path", async () => {
    const { customer, sale, body } = await given();
    const [, first] = await shop.call(PATH, body);
    expect(await shop.callTrpc("transactions.add", body)).toEqual([200, first]);
    const [status, brief] = await shop.call(BRIEF, { ...body, user: customer.id });
    expect([status, brief]).toEqual([
      200,
      {
        transaction: {
          id: expect.any(Number),
          value: 95_000,
          stamps_earned: 9,
          stamps_paid_off: 0,
        },
        customer: {
          id: customer.id,
          stamps_remaining: 259,
          stamps_owed: 0,
          balance: 1500.5,
          status: "Blue",
        },
      },
    ]);
    expect(await shop.callTrpc("transactions.addBrief", body)).toEqual([200, brief]);
    expect(await shop.callTrpc("transactions.add", { ...sale, total_value: "1" })).toMatchObject([
      400,
      { code: "duplicate_invoice_number", existingTransactionId: expect.any(Number) },
    ]);
  });

  it("without a user is open and has no customer, until a call names one", async () => {
    const { customer, sale, body } = await given();
    const [, open] = await shop.call(PATH, { ...sale, user: "" });
    expect(open).toMatchObject({ transaction: { stamps_earned: 0 }, customer: null });
    const [status, claimed] = await shop.call(PATH, body);
    expect([status, claimed]).toMatchObject([
      200,
      { transaction: { stamps_earned: 9 }, customer: { id: customer.id, stamps_remaining: 259 } },
    ]);
  });

  it.each([PATH, BRIEF, "/api/v2/transactions/add-with-redemptions"])(
    "F3: %s records a canceled sale again only if the call says so",
    async (path) => {
      const { body } = await given();
      const record = async (fields: object) => {
        const [status, answer] = await shop.call(path, { ...body, ...fields });
        expect([status, answer]).toMatchObject([200, { transaction: { stamps_earned: 9 } }]);
        return (answer as { transaction: { id: number } }).transaction.id;
      };
      const CANCEL = "/api/transactions/cancel";
      const id = await record({});
      expect((await shop.call(CANCEL, { id }))[0]).toBe(200);
      expect((await shop.call(path, body)).slice(0, 2)).toMatchObject([
        400,
        {
          error_message: expect.stringContaining("This invoice was canceled."),
          existing_transaction_id: id,
          existing_transaction_status: "Canceled",
        },
      ]);
      const again = await record({ replace_canceled: "true" });
      expect(again).not.toBe(id);
      const read = { method: "GET", path: "/api/transactions/details" } as const;
      for (const [transaction_id, superseded_by] of [
        [id, again],
        [again, null],
      ])
        expect((await house.ask(read, { transaction_id }, { token: shop.token }))[1]).toMatchObject(
          { transaction: { superseded_by } },
        );
      // a late retry of the first call meets the rule of the new sale
      expect(await record({})).toBe(again);
      expect((await shop.call(CANCEL, { id }))[1]).toMatchObject({ transaction: { id } });
      expect(await record({})).toBe(again);
    },
  );

  it("a repeated call is marked as a replay, also without a key", async () => {
    const { body } = await given();
    const [, first, headers] = await shop.call(PATH, body);
    expect(headers["idempotency-replayed"]).toBeUndefined();
    const [status, second, repeated] = await shop.call(PATH, body);
    expect([status, second]).toEqual([200, first]);
    expect(repeated["idempotency-replayed"]).toBe("true");
  });

  it("a key answers as the first call did, and refuses another body", async () => {
    const { body } = await given();
    const headers = { "idempotency-key": `key of ${body.invoice_number}` };
    const [, first] = await shop.call(PATH, body, { headers });
    await shop.call(PATH, { ...body, invoice_number: `${body.invoice_number}-2` });
    expect((await shop.call(PATH, body, { headers })).slice(0, 2)).toEqual([200, first]);
    const [status, answer] = await shop.call(PATH, { ...body, total_value: 1 }, { headers });
    expect([status, answer]).toMatchObject([422, { error_code: "idempotency_key_reused" }]);
    expect((answer as { errors: unknown }).errors).toEqual([
      { idempotency_key: expect.any(String) },
    ]);
  });

  describe("refuses", () => {
    it("another sale under the invoice number, and names the first", async () => {
      const { body } = await given();
      const [, first] = await shop.call(PATH, body);
      const { id } = (first as { transaction: { id: number } }).transaction;
      const answer = await shop.call(PATH, { ...body, total_value: "1.00" });
      expect(answer.slice(0, 2)).toEqual([
        400,
        {
          ...refused(
            "invoice_number",
            "duplicate_invoice_number",
            "Another transaction has this invoice number",
          ),
          existing_transaction_id: id,
          existing_transaction_status: "Created",
        },
      ]);
    });

    it.each([
      ["an unknown store", "store", "invalid_store", "Store not found", { store: "NOWHERE" }],
      ["an unknown customer", "user", "invalid_user", "User not found", { user: "nobody" }],
      [
        "a line without its amount",
        "items",
        "required",
        "Line 2, subtotal: This field is required.",
        {
          items: [
            { product_name: "Kopi", quantity: 1, subtotal: 1 },
            { product_name: "Kopi", quantity: 1 },
          ],
        },
      ],
      [
        "a line without a name",
        "items",
        "required",
        "Line 1, product_name: This field is required.",
        { items: [{ quantity: 1, subtotal: 1 }] },
      ],
      [
        "a time long ago",
        "created",
        "invalid",
        "A time up to a year ago and at most a day ahead is expected.",
        { created: "2020-01-01T00:00:00Z" },
      ],
    ])("%s", async (_, field, code, message, changed) => {
      const { body } = await given();
      const answer = await shop.call(PATH, { ...body, ...changed });
      expect(answer.slice(0, 2)).toEqual([400, refused(field, code, message)]);
    });

    it("C13: a text that may group thousands, in a currency without decimals", async () => {
      const { sale, body } = await given();
      const payments = [{ value: "95.000", payment_method: "cash" }];
      const [status, answer] = await shop.call(PATH, { ...body, total_value: "95.000", payments });
      const says = "95.000 could mean 95 or 95 thousand. Send 95000, or 95.00.";
      expect([status, answer]).toMatchObject([
        400,
        { errors: [{ total_value: says }, { payments: `Line 1, value: ${says}` }] },
      ]);
      const inEuros = await openShop(house, { currency: "EUR" });
      const taken = { ...sale, store: inEuros.store.id, total_value: "95.000" };
      const [, answered] = await inEuros.call(PATH, taken);
      expect(answered).toMatchObject({ transaction: { value: 95 } });
    });

    it("every wrong field at once, in the order of the table", async () => {
      const [status, answer] = await shop.call(PATH, { total_value: -1, type: 6, stamps: 1.5 });
      expect(status).toBe(400);
      expect((answer as { errors: object[] }).errors.map((each) => Object.keys(each)[0])).toEqual([
        ...["store", "invoice_number", "total_value", "type", "stamps"],
      ]);
    });

    it("a token without the scope, and a store that is not the token's", async () => {
      const { body } = await given();
      const other = await house.tokenOf(shop.merchant, { scopes: ["redemptions"] });
      expect((await shop.call(PATH, body, { token: other }))[0]).toBe(403);
      const store = await house.given.store(shop.merchant);
      const elsewhere = await house.tokenOf(shop.merchant, { stores: [store.id] });
      expect((await shop.call(PATH, body, { token: elsewhere }))[0]).toBe(403);
    });
  });

  it("another merchant's sale under the same invoice number is its own", async () => {
    const { body } = await given();
    await shop.call(PATH, body);
    const other = await openShop(house);
    const [status, answer] = await other.call(PATH, {
      ...body,
      store: other.store.id,
      user: (await other.customer()).email,
    });
    // the other merchant has no programme
    expect([status, answer]).toMatchObject([200, { transaction: { stamps_earned: 0 } }]);
  });
});
