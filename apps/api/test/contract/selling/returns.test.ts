import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { expectBoth, refused } from "../../credentials.ts";
import { notInStore, openShop, shopOfSuite, shownMembership } from "../../shop.ts";

const ADD = "/api/v2/transactions/add";
const RETURN = "/api/returns/add";
const PREVIEW = "/api/returns/preview";

contract("returns/preview (T12) and returns/add (T13)", (house) => {
  const shop = shopOfSuite(house, { earnAmount: "1.00" });
  let invoices = 0;
  beforeAll(async () => {
    const gift = { code: "GIFT", name: "Gift card", eligible_for_points: false };
    expect((await shop.call("/api/merchants/add-or-update-payment-method", gift))[0]).toBe(200);
  });

  /** Sells a mug of 10 and a pot of 20, paid by a gift card of 20, which earns nothing, and cash. */
  const sell = async (fields: object = {}) => {
    const member = await shop.customer(0);
    const invoice_number = `INV-${++invoices}`;
    const [status, answer] = await shop.call(ADD, {
      ...{ store: shop.store.id, user: member.id, invoice_number, total_value: 30 },
      items: [
        { product_name: "Mug", quantity: 1, subtotal: 10 },
        { product_name: "Pot", quantity: 1, subtotal: 20 },
      ],
      payments: [
        { payment_method: "GIFT", value: 20 },
        { payment_method: "CASH", value: 10 },
      ],
      ...fields,
    });
    expect([status, answer]).toEqual([200, expect.anything()]);
    const { id } = (answer as { transaction: { id: number } }).transaction;
    const back = (payments: object[], more: object = {}) => ({
      ...{ root_invoice_number: invoice_number, root_transaction_store: shop.store.id },
      ...{ return_invoice_number: `${invoice_number}.1`, return_store: shop.store.id },
      ...{ total_value_delta: -20, payments, ...more },
      items: [{ product_name: "Pot", quantity: -1, subtotal: -20 }],
    });
    return { id, member, invoice_number, back };
  };
  const gift = [{ payment_method: "GIFT", value: -20 }];
  const cash = [{ payment_method: "CASH", value: -20 }];

  const shownUser = ({ id, name, email }: { id: number; name: string; email: string }) => ({
    ...{ id: String(id), name, gender: "female", address: "Jl Raya 1", is_active: true, email },
    ...{ phone: null, picture_url: null, birthday: "1989-10-01" },
  });
  const line = (id: number, name: string, quantity: number, subtotal: number) => ({
    ...{ id, quantity, subtotal, price_per_unit: null },
    product: { id: null, name },
  });
  const content = (id: number, value: number, stamps_earned: number, of: readonly number[]) => {
    const [pots = 0, gifts = 0, coins = 0] = of;
    return {
      ...{ id, value, stamps_earned, number_of_people: 1, discount: null, subtotal: null },
      items: [line(1, "Mug", 1, 10), line(2, "Pot", pots, 20 * pots)],
      payments: [
        { id: 1, value: gifts, eligible_for_stamps: false, payment_method_code: "GIFT" },
        { id: 2, value: coins, eligible_for_stamps: true, payment_method_code: "CASH" },
      ],
    };
  };
  /** Expects the same refusal, whole, of a return and of its preview, over REST and tRPC. */
  const expectRefused = async (body: object, ...said: Parameters<typeof refused>) => {
    const make = () => ({ ...body });
    await expectBoth(shop, [RETURN, "returns.add"], make, refused(...said));
    await expectBoth(shop, [PREVIEW, "returns.preview"], make, refused(...said));
  };

  it.each([
    ["F11: of the gift card leaves the stamps", gift, 10, [0, 0, 10]],
    ["F11: of the cash takes them, and the rest from the card", cash, 0, [0, 10, 0]],
  ])("%s; the answer is whole, and the same again", async (_, payments, left, of) => {
    const { id, member, invoice_number, back } = await sell();
    const before = content(id, 30, 10, [1, 20, 10]);
    const answer = {
      user: shownUser(member),
      membership: shownMembership(member.id, left),
      root_transaction: before,
      original_transaction: before,
      modified_transaction: content(id, 10, left, of),
      modification: {
        id: expect.any(Number),
        created: expect.any(Number),
        return_invoice_number: `${invoice_number}.1`,
        stamps_delta: left - 10,
        stamps_delta_override: null,
        stamps_refund_from_payments: 0,
        total_stamps_delta: left - 10,
        subtotal_delta: null,
        grand_total_delta: -20,
        stamps_taken: 10 - left,
        stamps_owed_delta: 0,
        stamps_let_go: 0,
      },
      ...{ withdrawn_vouchers: [], returned_vouchers: [], canceled_redemptions: [] },
    };
    const ahead = {
      ...{ user: answer.user, root_transaction: before, original_transaction: before },
      membership: shownMembership(member.id, 10),
      modified_transaction: { ...answer.modified_transaction, id: null },
      modification: { ...answer.modification, id: null },
      ...{ withdrawn_vouchers: [], returnable_vouchers: [] },
      ...{ allow_partial_returns: true, refusal: null },
    };
    expect((await shop.call(PREVIEW, back(payments))).slice(0, 2)).toEqual([200, ahead]);
    const [status, first] = await shop.call(RETURN, back(payments));
    expect([status, first]).toEqual([200, answer]);
    expect((await shop.call(RETURN, back(payments)))[1]).toEqual(first);
    expect(await shop.callTrpc("returns.add", back(payments))).toEqual([200, first]);
    const { id: modification } = (first as { modification: { id: number } }).modification;
    const another = "Another return has this invoice number";
    const other = back(payments, { total_value_delta: -10 });
    const [, body] = refused("duplicate_invoice_number", "return_invoice_number", another);
    const taken = { ...body, existing_modification_id: modification };
    await expectBoth(shop, [RETURN, "returns.add"], () => other, [400, taken]);
    await expectBoth(shop, [PREVIEW, "returns.preview"], () => other, [400, taken]);
    const [, read] = await shop.call("/api/transactions/details", { transaction_id: id });
    expect(read).toMatchObject({
      transaction: {
        returns: [
          {
            ...{ id: modification, return_invoice_number: `${invoice_number}.1` },
            ...{ grand_total_delta: -20, total_stamps_delta: left - 10 },
          },
        ],
      },
    });
  });

  it("deducts the stamps that the call names", async () => {
    const { back } = await sell();
    const [, answer] = await shop.call(RETURN, back(gift, { stamps_to_deduct: 4 }));
    expect(answer).toMatchObject({
      membership: { stamps: 6 },
      modification: { stamps_delta: 0, stamps_delta_override: -4, total_stamps_delta: -4 },
    });
  });

  describe("is refused", () => {
    const stores = "No store with given identifier";
    it.each([
      ["invalid_store", "root_transaction_store", stores, { root_transaction_store: "NOPE" }],
      ["invalid_store", "return_store", stores, { return_store: "NOPE" }],
      [
        "invalid_transaction",
        "root_invoice_number",
        "Transaction not found",
        { root_invoice_number: "?" },
      ],
      [
        "required",
        "payments",
        "This field is required, because the transaction has it.",
        { payments: [] },
      ],
      [
        "required",
        "items",
        "This field is required, because the transaction has it.",
        { items: [] },
      ],
      [
        "invalid",
        "stamps_to_deduct",
        "Stamps are added or deducted, not both.",
        { stamps_to_add: 1, stamps_to_deduct: 1 },
      ],
      [
        "invalid_voucher",
        "payments",
        "Line 1, voucher_code: This voucher was not spent with the transaction.",
        { payments: [{ ...gift[0], voucher_code: "NONE" }] },
      ],
      [
        "product_not_found",
        "product_name",
        'Line 1: the transaction has no product "Cup".',
        { items: [{ product_name: "Cup", quantity: -1, subtotal: -1 }] },
      ],
      [
        "invalid",
        "total_value_delta",
        "The transaction has less than that.",
        { total_value_delta: -31 },
      ],
      ["invalid", "subtotal_delta", "The transaction has less than that.", { subtotal_delta: -1 }],
      [
        "invalid",
        "stamps_to_deduct",
        "The transaction has less than that.",
        { stamps_to_deduct: 11 },
      ],
      [
        "invalid",
        "return_created_datetime",
        "A time after the sale and at most a day ahead is expected.",
        { return_created_datetime: "2020-01-01T00:00:00Z" },
      ],
    ])("with %s on %s", async (code, field, message, fields) => {
      const { back } = await sell();
      const body = { ...back(gift), ...fields };
      await expectRefused(body, code, field, message);
    });

    it("without the stamps, if the merchant says so, and for another store's token", async () => {
      const strict = await openShop(house, { earnAmount: "1.00", spentStampsOnReturn: "refuse" });
      const member = await strict.customer(0);
      const sale = {
        store: strict.store.id,
        user: member.id,
        invoice_number: "A",
        total_value: 30,
      };
      expect((await strict.call(ADD, sale))[0]).toBe(200);
      const reward = await house.given.reward(strict.merchant, { stampsToRedeem: 25 });
      const redeem = { user: member.id, store: strict.store.id, reward: reward.id };
      expect((await strict.call("/api/v2/redemptions/redeem-reward", redeem))[0]).toBe(200);
      const body = {
        ...{ root_invoice_number: "A", root_transaction_store: strict.store.id },
        ...{ return_invoice_number: "A.1", return_store: strict.store.id, total_value_delta: -20 },
      };
      const said = "Transaction can't be returned due to insufficient Stamps";
      const short = refused("insufficient_stamps", "root_invoice_number", said);
      await expectBoth(strict, [RETURN, "returns.add"], () => body, short);
      const [, ahead] = await strict.call(PREVIEW, body);
      expect(ahead).toMatchObject({
        modification: { stamps_taken: 20, stamps_owed_delta: 0 },
        refusal: { error_code: "insufficient_stamps", error_message: said },
      });
      const other = await house.given.store(strict.merchant, { code: "OTHER" });
      const token = await house.tokenOf(strict.merchant, { stores: [other.id] });
      for (const path of [RETURN, PREVIEW])
        expect((await strict.call(path, body, { token })).slice(0, 2)).toEqual([
          ...[403, notInStore(strict.store.id)],
        ]);
    });
  });
});
