import { describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import {
  notInStore,
  openShop,
  refusal,
  shopOfSuite,
  someMessage,
  withoutScope,
} from "../../shop.ts";

const PATH = "/api/v2/redemptions/details";
const REWARD = "/api/v2/redemptions/redeem-reward";
const DEDUCT = "/api/vouchers/deduct-value";
const VOUCHER = "/api/v2/redemptions/redeem-voucher";
const CANCEL = "/api/redemptions/cancel";
const SELL = "/api/v2/transactions/add";

const day = expect.stringMatching(/^20\d\d-\d\d-\d\d$/);
const byToken = { kind: "token", id: expect.any(Number), name: expect.stringMatching(/^Token /) };

contract("redemptions/details (R12)", (house) => {
  const shop = shopOfSuite(house);

  const done = async (path: string, body: object) => {
    const [status, answer] = await shop.call(path, { store: shop.store.id, ...body });
    expect([status, answer]).toEqual([200, expect.anything()]);
    return answer as { redemption: { id: number }; transaction: { id: number } };
  };
  const get = async (redemption_id: unknown, options = {}) =>
    (await shop.call(PATH, { redemption_id }, options)).slice(0, 2);

  /** What every redemption of the shop has, if nothing was canceled. */
  const usual = (customer: { id: number }) => ({
    code: null,
    created: expect.any(Number),
    input_method: null,
    notes: "",
    channel: null,
    transaction_id: null,
    order_type: null,
    merchant_invoice_number: "",
    invoice_number: null,
    status: "Created",
    business_day: day,
    store: { id: shop.store.id, code: shop.store.code, name: "Kemang", display_name: "Kemang" },
    customer: { id: customer.id, name: "Ayu" },
    stamps_returned: 0,
    canceled: null,
    redeemed_by: byToken,
    canceled_by: null,
    issued_vouchers: [],
    replacement_voucher: null,
    extra_data: null,
  });

  /** Redeems two of a reward that issues vouchers, for an invoice that also has a sale. */
  async function redeemedTwo() {
    const customer = await shop.customer();
    const template = await house.given.template(shop.merchant, { name: "Free Kaya Bun" });
    const reward = await house.given.reward(shop.merchant, {
      stampsToRedeem: 50,
      voucherTemplateId: template.id,
    });
    const bill = { user: customer.email, invoice_number: `INV-${customer.id}`, channel: 2 };
    const body = { ...bill, reward: reward.id, qty: 2, extra_data: { till: 4 } };
    const { redemption } = await done(REWARD, body);
    const { transaction } = await done(SELL, { ...bill, total_value: 1 });
    const { id } = redemption;
    const bun = { id: expect.any(Number), name: "Free Kaya Bun", is_redeemed: false };
    const code = expect.stringMatching(/^[0-9A-Z]{16}$/);
    const line = { line: 1, thing: "reward", id: reward.id, code: reward.code, name: reward.name };
    const shown = {
      ...usual(customer),
      id,
      reward: reward.name,
      kind: "reward",
      stamps_used: 100,
      monetary_value: null,
      extra_data: { till: 4 },
      channel: 2,
      transaction_id: transaction.id,
      merchant_invoice_number: bill.invoice_number,
      invoice_number: bill.invoice_number,
      lines: [
        {
          ...line,
          ...{ qty: 2, canceled_qty: 0, stamps_used: 100, value: null, request_id: null },
          status: "Created",
        },
      ],
      issued_vouchers: [1, 2].map(() => ({ ...bun, code, is_active: true })),
    };
    return { id, shown, code, bun };
  }

  it("shows a reward's redemption whole, over REST and tRPC", async () => {
    const { id, shown } = await redeemedTwo();
    expect(await get(id)).toEqual([200, { redemption: shown }]);
    expect(await get(String(id))).toEqual([200, { redemption: shown }]);
    expect(await shop.callTrpc("redemptions.details", { redemption_id: id })).toEqual([
      200,
      { redemption: shown },
    ]);
  });

  it("shows what a cancel gave back, and who canceled", async () => {
    const { id, shown, code, bun } = await redeemedTwo();
    await done(CANCEL, { id });
    const [line] = shown.lines;
    expect(await get(id)).toEqual([
      200,
      {
        redemption: {
          ...shown,
          status: "Canceled",
          stamps_returned: 100,
          canceled: expect.any(Number),
          canceled_by: byToken,
          lines: [{ ...line, canceled_qty: 2, status: "Canceled" }],
          issued_vouchers: [1, 2].map(() => ({ ...bun, code, is_active: false })),
        },
      },
    ]);
  });

  it("shows a deducted value, and the voucher in place of a spent one", async () => {
    const customer = await shop.customer();
    const { email: user } = customer;
    const worth = { value: "100.00", template: { name: "Gift card", isDynamic: true } };
    const card = await shop.voucherOf(customer.id, { ...worth, remainingValue: "100.00" });
    const { redemption: deducted } = await done(DEDUCT, { user, voucher: card.id, value: 12.5 });
    const ofVoucher = { line: 1, thing: "voucher", qty: 1, stamps_used: 0, request_id: null };
    expect(await get(deducted.id)).toEqual([
      200,
      {
        redemption: {
          ...usual(customer),
          id: deducted.id,
          reward: "Gift card",
          kind: "voucher_value",
          stamps_used: 0,
          monetary_value: 12.5,
          lines: [
            {
              ...{ ...ofVoucher, id: card.id, code: card.code, name: "Gift card" },
              ...{ canceled_qty: 0, value: 12.5, status: "Created" },
            },
          ],
        },
      },
    ]);
    const bun = await shop.voucherOf(customer.id);
    const { redemption } = await done(VOUCHER, { user, voucher: bun.id });
    await done(CANCEL, { id: redemption.id, create_replacement_voucher: true });
    const replacement = { id: expect.any(Number), code: expect.any(String), name: "Free Kaya Bun" };
    expect(await get(redemption.id)).toMatchObject([
      200,
      {
        redemption: {
          kind: "voucher",
          monetary_value: null,
          lines: [{ thing: "voucher", id: bun.id, code: bun.code }],
          replacement_voucher: { ...replacement, is_active: true, is_redeemed: false },
        },
      },
    ]);
  });

  it("leaves out names without the scope members, and vouchers' codes without vouchers", async () => {
    const { id, shown, bun } = await redeemedTwo();
    const token = await house.tokenOf(shop.merchant, { scopes: ["redemptions.read"] });
    expect(await get(id, { token })).toEqual([
      200,
      {
        redemption: {
          ...shown,
          customer: { ...shown.customer, name: null },
          issued_vouchers: [1, 2].map(() => ({ ...bun, is_active: true })),
        },
      },
    ]);
    const customer = await shop.customer();
    const { id: voucher } = await shop.voucherOf(customer.id);
    const { redemption } = await done(VOUCHER, { user: customer.email, voucher });
    const [, answer] = await get(redemption.id, { token });
    const { lines } = (answer as { redemption: { lines: readonly object[] } }).redemption;
    expect(lines[0]).toMatchObject({ thing: "voucher", id: voucher });
    expect(lines[0]).not.toHaveProperty("code");
  });

  it("counts the customer as shown, and then shows none", async () => {
    const narrow = await openShop(house, { customersShownPerMinute: 100 });
    const customer = await narrow.customer();
    const reward = await house.given.reward(narrow.merchant, { stampsToRedeem: 1 });
    const body = { user: customer.email, reward: reward.id, store: narrow.store.id };
    const [, made] = await narrow.call(REWARD, body);
    const { id } = (made as { redemption: { id: number } }).redemption;
    const ask = (options = {}) => narrow.call(PATH, { redemption_id: id }, options);
    for (let n = 0; n < 100; n++) expect((await ask())[0]).toBe(200);
    const [status, answer] = await ask();
    expect([status, answer]).toEqual([
      429,
      { ...refusal("too_many_attempts", "__all__", someMessage), limit: "customers-minute" },
    ]);
    const token = await house.tokenOf(narrow.merchant, { scopes: ["redemptions"] });
    expect((await ask({ token }))[0]).toBe(200);
  });

  describe("refuses", () => {
    const notFound = [404, { detail: "Redemption not found" }];

    it("an unknown id, another merchant's, and none", async () => {
      const { id } = await redeemedTwo();
      expect(await get(id + 1_000_000)).toEqual(notFound);
      const { token } = await openShop(house);
      expect(await get(id, { token })).toEqual(notFound);
      expect(await get(null)).toEqual([
        400,
        refusal("required", "redemption_id", "This field is required."),
      ]);
      expect(await get("x")).toEqual([
        400,
        refusal("invalid", "redemption_id", "A whole number above zero is expected."),
      ]);
    });

    it("a token of another store, and one without a scope", async () => {
      const { id } = await redeemedTwo();
      const elsewhere = await house.given.store(shop.merchant);
      const stranger = await house.tokenOf(shop.merchant, { stores: [elsewhere.id] });
      expect(await get(id, { token: stranger })).toEqual([403, notInStore(shop.store.id)]);
      const token = await house.tokenOf(shop.merchant, { scopes: ["transactions", "members"] });
      expect(await get(id, { token })).toEqual([
        403,
        withoutScope("redemptions or redemptions.read"),
      ]);
    });
  });
});
