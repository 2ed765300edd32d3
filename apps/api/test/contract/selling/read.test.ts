import { beforeAll, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { notInStore, openShop, type Shop, withoutScope } from "../../shop.ts";

const ADD = "/api/v2/transactions/add";
const SELL_ALL = "/api/v2/transactions/add-with-redemptions";
const PREVIEW = "/api/v2/transactions/preview-earnings";
const DETAILS = "/api/transactions/details";
const BY_USER = "/api/transactions/by-user";

const byToken = { kind: "token", id: expect.any(Number), name: expect.stringMatching(/^Token /) };

contract("reads of transactions (T3, T4, T5)", (house) => {
  let shop: Shop;
  let other: Shop;
  let invoices = 0;
  beforeAll(async () => {
    shop = await openShop(house, { earnAmount: "10000.00", earnMaxPerDay: 10 });
    other = await openShop(house);
  });

  const sell = async (fields: object, at: Shop = shop, path = ADD): Promise<number> => {
    invoices++;
    const sale = { store: at.store.id, invoice_number: `INV-${invoices}`, total_value: 95_000 };
    const [status, answer] = await at.call(path, { ...sale, ...fields });
    expect([status, answer]).toEqual([200, expect.anything()]);
    return (answer as { transaction: { id: number } }).transaction.id;
  };

  /** The complete body of a refusal. */
  const refused = (field: string, code: string, message: unknown) => ({
    detail: typeof message === "string" ? `${field}: ${message}` : expect.any(String),
    errors: [{ [field]: message }],
    error_code: code,
    error_message: typeof message === "string" ? `${field}: ${message}` : expect.any(String),
  });

  it("a preview says what the sale then earns, by query and by body", async () => {
    const { id: user } = await shop.customer();
    const store = shop.store.id;
    const items = [
      { product_name: "Kopi", quantity: 1, subtotal: 95_000, eligible_for_stamps: "0" },
    ];
    const query = `${PREVIEW}?user=${user}&store=${store}&total_value=95000.00`;
    const { token } = shop;
    const ask = async (path: string, body?: object, method = "GET") => {
      const headers = { "content-type": "application/json" };
      const payload = body && JSON.stringify(body);
      const [status, answer] = await house.send({ method, path, token, headers, payload });
      return [status, answer];
    };
    expect(await ask(query)).toEqual([200, { stamps: 9 }]);
    expect(await ask(`${query}&total_value=1`)).toMatchObject([400, { error_code: "invalid" }]);
    expect(await ask(query, { items, total_value: 1 })).toEqual([200, { stamps: 0 }]);
    const body = { store, total_value: "95000.00" };
    expect(await ask(PREVIEW, { ...body, user_email: user }, "POST")).toEqual([200, { stamps: 9 }]);
    expect(await ask(PREVIEW, body, "POST")).toEqual([200, { stamps: 9 }]);
    expect(await shop.callTrpc("transactions.previewEarnings", { ...body, user })).toEqual([
      200,
      { stamps: 9 },
    ]);
    await sell({ user });
    // at most ten stamps are earned a day
    expect(await ask(query)).toEqual([200, { stamps: 1 }]);
  });

  it.each([
    ["user", "invalid_user", { user: "nobody@example.com" }],
    ["store", "invalid_store", { store: "nothing" }],
    ["total_value", "required", { total_value: null }],
  ])("a preview without its %s is refused as the sale is", async (field, code, change) => {
    const { email: user } = await shop.customer();
    const body = { user, store: shop.store.id, total_value: 1, ...change };
    const [status, answer] = await shop.call(PREVIEW, body);
    expect([status, answer]).toEqual([400, refused(field, code, expect.any(String))]);
    const [, sold] = await shop.call(ADD, { ...body, invoice_number: "refused" });
    expect(answer).toEqual(sold);
  });

  it("details answer with the sale, whole", async () => {
    const { id: user } = await shop.customer();
    const created = "2026-11-01T03:04:05.678Z";
    const sale = {
      user,
      created,
      sub_total: 90_000,
      discount: 5_000,
      service_charge: 0,
      tax: 10_000,
      type: 2,
      channel: 2,
      employee_code: "E7",
      extra_data: { table: 7 },
      items: [{ product_name: "Kopi", quantity: 1.5, subtotal: 90_000 }],
      payments: [{ value: 95_000, payment_method: "cash" }],
    };
    const id = await sell(sale);
    const answer = {
      transaction: {
        id,
        created: Date.parse("2026-11-01T03:04:05Z") / 1000,
        value: 95_000,
        subtotal: 90_000,
        discount: 5_000,
        tax: 10_000,
        service_charge: 0,
        stamps: 9,
        stamps_earned: 9,
        stamps_paid_off: 0,
        status: "Created",
        status_code: 1,
        type: 2,
        notes: "",
        superseded_by: null,
        store: { id: shop.store.id, name: "Kemang", display_name: "Kemang" },
        invoice_number: `INV-${invoices}`,
        business_day: "2026-11-01",
        channel: 2,
        employee_code: "E7",
        extra_data: { table: 7 },
        customer: { id: user, name: "Ayu" },
        canceled: null,
        created_by: byToken,
        canceled_by: null,
        earning: { rule: "amount", multiplier: 1, limit: expect.any(Number) },
        returns: [],
        issued_vouchers: [],
        items: [{ id: 1, name: "Kopi", quantity: 1.5 }],
        payments: [
          { id: 1, value: 95_000, eligible_for_stamps: true, payment_method_code: "cash" },
        ],
      },
    };
    expect((await shop.call(DETAILS, { transaction_id: id })).slice(0, 2)).toEqual([200, answer]);
    expect(await shop.callTrpc("transactions.details", { transaction_id: id })).toEqual([
      200,
      answer,
    ]);
  });

  it("details show what was returned, what was issued, and who canceled", async () => {
    const { id: user } = await shop.customer();
    const template = await house.given.template(shop.merchant, { name: "Gift card" });
    const id = await sell({ user, issue_voucher: { template_id: template.id } }, shop, SELL_ALL);
    const less = { id, total_value: -45_000 };
    expect((await shop.call("/api/v2/transactions/modify", less))[0]).toBe(200);
    expect((await shop.call("/api/transactions/cancel", { id }))[0]).toBe(200);
    expect((await shop.call(DETAILS, { transaction_id: id }))[1]).toMatchObject({
      transaction: {
        status: "Canceled",
        status_code: 2,
        canceled: expect.any(Number),
        canceled_by: byToken,
        returns: [
          {
            ...{ id: expect.any(Number), return_invoice_number: null },
            ...{ created: expect.any(Number), grand_total_delta: -45_000, total_stamps_delta: -4 },
          },
        ],
        issued_vouchers: [{ name: "Gift card", is_active: false, is_redeemed: false }],
      },
    });
  });

  it("details find a sale by its invoice number, of the newest day without a date", async () => {
    const invoice_number = "INV-DAILY";
    const other = await house.given.store(shop.merchant);
    const older = await sell({ invoice_number, created: "2026-05-03T05:00:00Z" });
    const newer = await sell({ invoice_number, created: "2026-05-04T05:00:00Z" });
    const find = async (query: object, options = {}) => {
      const [status, answer] = await shop.call(DETAILS, { invoice_number, ...query }, options);
      return status === 200 ? (answer as { transaction: { id: number } }).transaction.id : answer;
    };
    expect(await find({})).toBe(newer);
    expect(await find({ date: "2026-05-03" })).toBe(older);
    expect(await find({ transaction_id: older })).toBe(older);
    const missing = { detail: "Transaction not found" };
    expect(await find({ date: "2026-05-05" })).toEqual(missing);
    expect(await find({ store: other.id })).toEqual(missing);
    const there = await sell({ invoice_number, created: "2026-05-04T05:00:00Z", store: other.id });
    const message = "Several stores have this invoice number on that day: name the store.";
    expect(await find({})).toEqual(refused("store", "invalid", message));
    expect(await find({ store: other.code })).toBe(there);
    expect(await find({ date: "2026-05-03" })).toBe(older);
    const token = await house.tokenOf(shop.merchant, { stores: [other.id] });
    expect(await find({}, { token })).toBe(there);
    expect(await find({ store: shop.store.id }, { token })).toEqual(notInStore(shop.store.id));
    expect(await find({ store: "NOWHERE" })).toEqual(
      refused("store", "invalid_store", "Store not found"),
    );
    expect(await find({ invoice_number: "INV-OTHER", transaction_id: older })).toEqual(
      refused("invoice_number", "invalid", expect.any(String)),
    );
    expect(await find({ invoice_number: null })).toEqual(
      refused("transaction_id", "required", "This field is required."),
    );
  });

  it("an unknown sale is not found, another merchant's and another store's alike or forbidden", async () => {
    const missing = [404, { detail: "Transaction not found" }];
    const id = await sell({}, other);
    for (const transaction_id of [id + 1_000_000, 999_999])
      expect((await shop.call(DETAILS, { transaction_id })).slice(0, 2)).toEqual(missing);
    const elsewhere = await house.given.store(shop.merchant);
    const token = await house.tokenOf(shop.merchant, { stores: [elsewhere.id] });
    const own = await sell({});
    expect((await shop.call(DETAILS, { transaction_id: own }, { token }))[0]).toBe(403);
  });

  it("lists a customer's sales by pages of 20, by id descending", async () => {
    const { id: user, email } = await shop.customer();
    const sold: number[] = [];
    for (let n = 0; n < 23; n++) sold.push(await sell({ user }));
    // sorted, because several replicas do not give out ids in the order of time
    const ids = sold.sort((one, other) => other - one);
    const page = async (fields: object) => {
      const [, answer] = await shop.call(BY_USER, { user: email, ...fields });
      const { transactions, has_next } = answer as {
        transactions: { id: number }[];
        has_next: boolean;
      };
      return [transactions.map(({ id }) => id), has_next];
    };
    expect(await page({})).toEqual([ids.slice(0, 20), true]);
    expect(await page({ last_transaction_id: ids[19] })).toEqual([ids.slice(20), false]);
    expect(await page({ last_transaction_id: ids[2] })).toEqual([ids.slice(3), false]);
  });

  it("a listed sale has every documented field, and filters choose", async () => {
    const { id: user } = await shop.customer();
    const created = "2026-11-01T18:00:00Z";
    const id = await sell({ user, created, channel: 2, discount: 5 });
    const listed = {
      id,
      value: 95_000,
      stamps_earned: 9,
      number_of_people: 1,
      discount: 5,
      subtotal: null,
      invoice_number: `INV-${invoices}`,
      created: Date.parse(created) / 1000,
      merchant: shop.merchant.name,
      merchant_id: shop.merchant.id,
      status: 1,
      meta: { channel: 2, channel_text: expect.any(String) },
      store: { name: "Kemang", display_name: "Kemang" },
    };
    const all = { transactions: [listed], has_next: false };
    const none = { transactions: [], has_next: false };
    for (const [fields, expected] of [
      [{}, all],
      // 18:00 UTC is the next day in Jakarta
      [{ start_date: "2026-11-02", end_date: "2026-11-02" }, all],
      [{ end_date: "2026-11-01" }, none],
      [{ start_date: "2026-11-03" }, none],
      [{ channel: "2" }, all],
      [{ channel: 3 }, none],
    ] as const)
      expect((await shop.call(BY_USER, { user, ...fields })).slice(0, 2)).toEqual([200, expected]);
    expect(await shop.callTrpc("transactions.byUser", { user })).toEqual([200, all]);
    const elsewhere = await house.given.store(shop.merchant);
    const token = await house.tokenOf(shop.merchant, { stores: [elsewhere.id] });
    expect((await shop.call(BY_USER, { user }, { token }))[1]).toEqual(none);
  });

  it("C7: takes channels and merchants repeated in the query, as one or as several", async () => {
    const { email: user } = await shop.customer();
    const ids = new Map<number, number>();
    for (const channel of [1, 2, 3]) ids.set(channel, await sell({ user, channel }));
    const list = async (query: string) => {
      const path = `${BY_USER}?user=${encodeURIComponent(user)}&${query}`;
      const [status, body] = await house.send({ method: "GET", path, token: shop.token });
      if (status !== 200) return body;
      return (body as { transactions: { id: number }[] }).transactions.map(({ id }) => id);
    };
    const of = (...channels: number[]) => channels.map((channel) => ids.get(channel)).reverse();
    const own = shop.merchant.id;
    expect(await list("channel=1&channel=2")).toEqual(of(1, 2));
    expect(await list("channel=3&channel=&merchant_id=0")).toEqual(of(3));
    expect(await list(`channel=&merchant_id=${own}&merchant_id=999999`)).toEqual(of(1, 2, 3));
    expect(await list("channel=1&channel=99")).toEqual(
      refused("channel", "invalid_choice", expect.any(String)),
    );
    expect(await list("merchant_id=999998&merchant_id=999999")).toEqual(
      refused("merchant_id", "invalid", "The merchant of the token is expected."),
    );
  });

  it("refuses an unknown customer, and a token without the scope", async () => {
    const [status, answer] = await shop.call(BY_USER, { user: "nobody@example.com" });
    expect([status, answer]).toEqual([400, refused("user", "invalid_user", expect.any(String))]);
    const token = await house.tokenOf(shop.merchant, { scopes: ["redemptions", "members"] });
    for (const [path, scope] of [
      [PREVIEW, "transactions"],
      [DETAILS, "transactions or transactions.read"],
      [BY_USER, "transactions or transactions.read"],
    ] as const)
      expect((await shop.call(path, {}, { token })).slice(0, 2)).toEqual([
        403,
        withoutScope(scope),
      ]);
  });

  it("a token that only reads sees a sale without names and codes", async () => {
    const { id: user, email } = await shop.customer();
    const template = await house.given.template(shop.merchant, { name: "Gift card" });
    const id = await sell({ user, issue_voucher: { template_id: template.id } }, shop, SELL_ALL);
    const token = await house.tokenOf(shop.merchant, { scopes: ["transactions.read"] });
    const [status, answer] = await shop.call(DETAILS, { transaction_id: id }, { token });
    const gift = { id: expect.any(Number), name: "Gift card", is_active: true, is_redeemed: false };
    expect([status, answer]).toMatchObject([200, { transaction: { customer: { id: user } } }]);
    const { transaction } = answer as {
      transaction: { customer: unknown; issued_vouchers: unknown };
    };
    expect(transaction.customer).toEqual({ id: user, name: null });
    expect(transaction.issued_vouchers).toEqual([gift]);
    expect((await shop.call(BY_USER, { user: email }, { token }))[0]).toBe(200);
  });
});
