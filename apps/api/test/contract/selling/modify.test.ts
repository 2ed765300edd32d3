import { beforeAll, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, type Shop } from "../../shop.ts";

const ADD = "/api/v2/transactions/add";
const MODIFY = "/api/v2/transactions/modify";

contract("transactions/modify (T9)", (house) => {
  let shop: Shop;
  let invoices = 0;
  beforeAll(async () => {
    shop = await openShop(house, { earnAmount: "10000.00" });
  });

  /** Records a sale that earns 9 stamps. */
  const sell = async (fields: object = {}, at: Shop = shop) => {
    const customer = await at.customer();
    invoices++;
    const [status, answer] = await at.call(ADD, {
      store: at.store.id,
      user: customer.id,
      invoice_number: `INV-${invoices}`,
      total_value: 95_000,
      items: [{ product_name: "Kopi", quantity: 3, price: 45_000 }],
      ...fields,
    });
    expect([status, answer]).toEqual([200, expect.anything()]);
    const { id } = (answer as { transaction: { id: number } }).transaction;
    return { customer, id };
  };
  const answerOf = (id: number, customer: number, value: number, stamps: number) => ({
    transaction: {
      id,
      value,
      stamps_earned: stamps,
      stamps_paid_off: 0,
      number_of_people: 1,
      discount: null,
    },
    customer: {
      id: customer,
      stamps_remaining: 250 + stamps,
      stamps_owed: 0,
      balance: 1500.5,
      status: "Blue",
      mobile_phone: null,
    },
    stamps_let_go: 0,
  });
  const refused = (code: string, field: string, message: string) => [
    400,
    {
      errors: { [field]: message },
      detail: `${field}: ${message}`,
      error_code: code,
      error_message: `${field}: ${message}`,
    },
  ];

  it("answers with the sale and the customer afterwards, whole, each time anew", async () => {
    const { customer, id } = await sell();
    const less = { total_value: "-15000", items: [{ product_name: "Kopi", quantity: "-1" }] };
    const first = answerOf(id, customer.id, 80_000, 8);
    expect((await shop.call(MODIFY, { id: String(id), ...less })).slice(0, 2)).toEqual([
      200,
      first,
    ]);
    const second = answerOf(id, customer.id, 65_000, 6);
    expect(await shop.callTrpc("transactions.modify", { id, ...less })).toEqual([200, second]);
    const [, details] = await house.ask(
      { method: "GET", path: "/api/transactions/details" },
      { transaction_id: id },
      { token: shop.token },
    );
    expect(details).toMatchObject({
      transaction: { value: 65_000, stamps: 6, items: [{ name: "Kopi", quantity: 1 }] },
    });
  });

  it("takes a difference of stamps", async () => {
    const { customer, id } = await sell({ stamps: 20 });
    const answer = [200, answerOf(id, customer.id, 95_000, 15)];
    expect((await shop.call(MODIFY, { id, stamps: -5 })).slice(0, 2)).toEqual(answer);
  });

  it("F11: takes payments back, and leaves the stamps of what was paid otherwise", async () => {
    const method = { code: "GIFT", name: "Gift card", eligible_for_points: false };
    const PAYMENT_METHOD = "/api/merchants/add-or-update-payment-method";
    expect((await shop.call(PAYMENT_METHOD, method))[0]).toBe(200);
    const payments = [
      { payment_method: "GIFT", value: 20_000 },
      { payment_method: "CASH", value: 10_000 },
    ];
    const back = (payment_method: string) => [{ payment_method, value: "-20000" }];
    for (const [changes, stamps, values] of [
      [{ payments: back("gift") }, 1, [0, 10_000]],
      [{}, 0, [6666.67, 3333.33]],
      [{ payments: back("CASH") }, 0, [10_000, 0]],
    ] as const) {
      const { customer, id } = await sell({ total_value: 30_000, payments });
      const answer = answerOf(id, customer.id, 10_000, stamps);
      const sent = { id, total_value: -20_000, ...changes };
      expect((await shop.call(MODIFY, sent)).slice(0, 2)).toEqual([200, answer]);
      const path = "/api/transactions/details";
      const read = { transaction_id: id };
      const [, details] = await house.ask({ method: "GET", path }, read, { token: shop.token });
      expect(details).toMatchObject({
        transaction: { payments: values.map((value) => ({ value })) },
      });
    }
  });

  it("says what the sale does not have", async () => {
    const { id } = await sell();
    const of = (product_name: string, quantity: number) => ({
      items: [{ product_name, quantity }],
    });
    for (const [body, code, field, message] of [
      [
        of("Teh", -1),
        "product_not_found",
        "product_name",
        'Line 1: the transaction has no product "Teh".',
      ],
      [of("Kopi", -4), "invalid", "items", 'Line 1: fewer of "Kopi" are left.'],
      [{ total_value: -95_001 }, "invalid", "total_value", "The transaction has less than that."],
      [{ subtotal: -1 }, "invalid", "subtotal", "The transaction has less than that."],
      [
        { payments: [{ payment_method: "CASH", value: -1 }] },
        "invalid",
        "payments",
        "The transaction has less than that.",
      ],
      [{ stamps: -10 }, "invalid", "stamps", "The transaction has less than that."],
      [{ stamps: 1 }, "invalid", "stamps", "A whole number from -1000000 to 0 is expected."],
    ] as const)
      expect((await shop.call(MODIFY, { id, ...body })).slice(0, 2)).toEqual(
        refused(code, field, message),
      );
    expect(await shop.callTrpc("transactions.modify", { id, ...of("Teh", -1) })).toMatchObject([
      400,
      { code: "product_not_found" },
    ]);
  });

  it("is refused for a sale that is Open or canceled", async () => {
    const open = await sell({ user: "" });
    const said = "The transaction has no customer yet: add it again with a user first.";
    expect((await shop.call(MODIFY, { id: open.id })).slice(0, 2)).toEqual(
      refused("invalid_transaction", "id", said),
    );
    const { id } = await sell();
    expect((await shop.call("/api/transactions/cancel", { id }))[0]).toBe(200);
    expect((await shop.call(MODIFY, { id })).slice(0, 2)).toEqual(
      refused("invalid_transaction", "id", "The transaction is canceled."),
    );
  });

  it("is refused if the customer has spent what goes back", async () => {
    const { customer, id } = await sell();
    const spent = await house.given.reward(shop.merchant, { stampsToRedeem: 258 });
    const redeem = { user: customer.id, store: shop.store.id, reward: spent.id };
    expect((await shop.call("/api/v2/redemptions/redeem-reward", redeem))[0]).toBe(200);
    const said = "Transaction can't be modified due to insufficient Stamps";
    expect((await shop.call(MODIFY, { id, total_value: -20_000 })).slice(0, 2)).toEqual(
      refused("insufficient_stamps", "id", said),
    );
  });

  it("of an unknown sale and another merchant's is not found, and of another store forbidden", async () => {
    const stranger = await openShop(house);
    const { id } = await sell({}, stranger);
    const missing = [404, { detail: "Transaction not found" }];
    expect((await shop.call(MODIFY, { id: id + 1_000_000 })).slice(0, 2)).toEqual(missing);
    const own = await sell();
    const elsewhere = await house.given.store(shop.merchant);
    const token = await house.tokenOf(shop.merchant, { stores: [elsewhere.id] });
    expect((await shop.call(MODIFY, { id: own.id }, { token }))[0]).toBe(403);
  });

  it("a key takes off once", async () => {
    const { customer, id } = await sell();
    const headers = { "idempotency-key": `less-${id}` };
    const body = { id, total_value: -20_000 };
    const answer = answerOf(id, customer.id, 75_000, 7);
    expect((await shop.call(MODIFY, body, { headers })).slice(0, 2)).toEqual([200, answer]);
    const [status, again, replayed] = await shop.call(MODIFY, body, { headers });
    expect([status, again]).toEqual([200, answer]);
    expect(replayed["idempotency-replayed"]).toBe("true");
    const other = { id, total_value: -10_000 };
    expect((await shop.call(MODIFY, other, { headers }))[1]).toMatchObject({
      error_code: "idempotency_key_reused",
    });
  });
});
