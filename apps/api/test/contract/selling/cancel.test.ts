import { schema } from "@stampbook/db";
import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, type Shop, shownMembership } from "../../shop.ts";

const ADD = "/api/v2/transactions/add";
const CANCEL = "/api/v2/transactions/cancel";
const BY_ID = "/api/transactions/cancel";
const DAY = "2026-11-02";

contract("transactions/cancel (T6, T7)", (house) => {
  let shop: Shop;
  let invoices = 0;
  beforeAll(async () => {
    shop = await openShop(house, { earnAmount: "10000.00" });
  });

  /** Records a sale on `DAY` that earns 9 stamps. */
  const sell = async (fields: object = {}, at: Shop = shop) => {
    const customer = await at.customer();
    invoices++;
    const invoice_number = `INV-${invoices}`;
    const created = `${DAY}T05:00:00Z`;
    const sale = {
      store: at.store.id,
      user: customer.id,
      invoice_number,
      created,
      total_value: 95_000,
    };
    const [status, answer] = await at.call(ADD, { ...sale, ...fields });
    expect([status, answer]).toEqual([200, expect.anything()]);
    const { id } = (answer as { transaction: { id: number } }).transaction;
    return { customer, id, body: { invoice_number, date: DAY } };
  };

  const refused = (code: string, said: unknown) => ({
    errors: { info: said },
    detail: said,
    error_code: code,
    error_message: said,
  });
  const noVouchers = { voucher: null, vouchers: [], withdrawn_vouchers: [], stamps_let_go: 0 };
  const missing = [404, { detail: "Transaction not found" }];

  it("by its invoice number answers with sale and membership, whole, and again the same", async () => {
    const { customer, id, body } = await sell();
    const answer = {
      ...noVouchers,
      transaction: { id, value: 95_000, stamps_earned: 9, stamps_paid_off: 0, status: "Canceled" },
      membership: shownMembership(customer.id, 250),
    };
    expect((await shop.call(CANCEL, body)).slice(0, 2)).toEqual([200, answer]);
    expect((await shop.call(CANCEL, body)).slice(0, 2)).toEqual([200, answer]);
    expect(await shop.callTrpc("transactions.cancel", body)).toEqual([200, answer]);
    expect((await shop.call(BY_ID, { id }))[1]).toMatchObject({ transaction: answer.transaction });
  });

  it("says that a member without a name may not redeem", async () => {
    const user = "canceled@example.com";
    await shop.call("/api/v3/memberships/partial-registration", { user });
    const { body } = await sell({ user });
    const membership = { redemption_allowed: false, member_status: "Active" };
    expect((await shop.call(CANCEL, body))[1]).toMatchObject({ membership });
    expect((await shop.call(CANCEL, body))[1]).toMatchObject({ membership });
  });

  it("by its id answers with sale and customer, whole", async () => {
    const { customer, id } = await sell();
    const answer = {
      ...noVouchers,
      transaction: { id, value: 95_000, stamps_earned: 9, stamps_paid_off: 0, status: "Canceled" },
      customer: {
        id: customer.id,
        status: "Blue",
        stamps_remaining: 250,
        stamps_owed: 0,
        mobile_number: null,
      },
    };
    expect((await shop.call(BY_ID, { id: String(id) })).slice(0, 2)).toEqual([200, answer]);
    expect(await shop.callTrpc("transactions.cancelById", { id })).toEqual([200, answer]);
  });

  it("of an Open sale has nobody to take from", async () => {
    const { id, body } = await sell({ user: "" });
    const transaction = {
      id,
      value: 95_000,
      stamps_earned: 0,
      stamps_paid_off: 0,
      status: "Canceled",
    };
    const answer = { ...noVouchers, transaction, membership: null };
    expect((await shop.call(CANCEL, body)).slice(0, 2)).toEqual([200, answer]);
    expect((await shop.call(BY_ID, { id }))[1]).toEqual({
      ...noVouchers,
      transaction,
      customer: null,
    });
  });

  it("names the store where two have the invoice", async () => {
    const { body } = await sell();
    const other = await house.given.store(shop.merchant, { code: "SECOND" });
    const second = await sell({ store: other.id, invoice_number: body.invoice_number });
    const several = "store: Several stores have this invoice number on that day: name the store.";
    expect((await shop.call(CANCEL, body)).slice(0, 2)).toEqual([400, refused("invalid", several)]);
    const [status, answer] = await shop.call(CANCEL, { ...body, store: "second" });
    expect([status, answer]).toMatchObject([200, { transaction: { id: second.id } }]);
    const token = await house.tokenOf(shop.merchant, { stores: [shop.store.id] });
    expect((await shop.call(CANCEL, body, { token }))[0]).toBe(200);
    expect((await shop.call(CANCEL, { ...body, store: other.id }, { token }))[0]).toBe(403);
    expect((await shop.call(BY_ID, { id: second.id }, { token }))[0]).toBe(403);
  });

  it("C11: is refused if the customer has spent what goes back, and says how much is missing", async () => {
    const { customer, id, body } = await sell();
    const spent = await house.given.reward(shop.merchant, { stampsToRedeem: 251 });
    const redeem = { user: customer.id, store: shop.store.id, reward: spent.id };
    expect((await shop.call("/api/v2/redemptions/redeem-reward", redeem))[0]).toBe(200);
    const said = "Transaction can't be canceled due to insufficient Stamps";
    const answer = [
      400,
      {
        ...refused("insufficient_stamps", said),
        error_message: `${said}: 9 are needed, 8 are left.`,
        stamps_needed: 9,
        stamps_remaining: 8,
        stamps_missing: 1,
        related_redemptions: [],
      },
    ];
    expect((await shop.call(CANCEL, body)).slice(0, 2)).toEqual(answer);
    expect((await shop.call(BY_ID, { id })).slice(0, 2)).toEqual(answer);
    expect(await shop.callTrpc("transactions.cancel", body)).toMatchObject([
      400,
      { code: "insufficient_stamps", message: said },
    ]);
  });

  it("F3: by its invoice number is the one that no other supersedes", async () => {
    const { customer, id, body } = await sell();
    expect((await shop.call(CANCEL, body))[0]).toBe(200);
    const { invoice_number } = body;
    const again = await sell({ invoice_number, user: customer.id, replace_canceled: true });
    const [status, answer] = await shop.call(CANCEL, body);
    expect([status, answer]).toMatchObject([200, { transaction: { id: again.id } }]);
    expect(again.id).not.toBe(id);
  });

  describe("F1: with a gift card that it sold", () => {
    const WHOLE = "/api/v2/transactions/add-with-redemptions";

    /** Records a sale that issues a gift card of 50.00. */
    const sellCard = async () => {
      const template = await house.given.template(shop.merchant, { isDynamic: true });
      const member = await shop.customer();
      const [, answer] = await shop.call(WHOLE, {
        user: member.id,
        store: shop.store.id,
        invoice_number: `F1-${member.id}`,
        total_value: 50,
        issue_voucher: { template_id: template.id, value: "50.00" },
      });
      const { transaction, issued_voucher: card } = answer as {
        transaction: { id: number };
        issued_voucher: { id: number; code: string };
      };
      const state = async () => {
        const { vouchers } = schema;
        const rows = await house.core.db.select().from(vouchers);
        return rows.find(({ id, merchantId }) => merchantId === shop.merchant.id && id === card.id);
      };
      return { id: transaction.id, member, card, state };
    };

    it("withdraws the card, and names it", async () => {
      const { id, member, card, state } = await sellCard();
      expect((await shop.call(BY_ID, { id })).slice(0, 2)).toMatchObject([
        200,
        { voucher: null, vouchers: [], withdrawn_vouchers: [{ id: card.id, code: card.code }] },
      ]);
      expect(await state()).toMatchObject({ isActive: false });
      const use = { user: member.id, store: shop.store.id, voucher_code: card.code };
      expect((await shop.call("/api/vouchers/validate", use)).slice(0, 2)).toMatchObject([
        ...[200, { is_redeemable: false, reason: { error_code: "voucher_not_available" } }],
      ]);
    });

    it("is refused once the card is used, unless the call keeps it", async () => {
      const { id, member, card, state } = await sellCard();
      const deduct = { user: member.id, store: shop.store.id, voucher: card.id, value: "10.00" };
      expect((await shop.call("/api/vouchers/deduct-value", deduct))[0]).toBe(200);
      const said = `Voucher ${card.code}, issued by this transaction, was already redeemed`;
      expect((await shop.call(BY_ID, { id })).slice(0, 2)).toEqual([
        400,
        refused("voucher_already_redeemed", said),
      ]);
      expect(await state()).toMatchObject({ isActive: true, remainingValue: "40.00" });
      const [, details] = await shop.call("/api/transactions/details", { transaction_id: id });
      expect(details).toMatchObject({ transaction: { status: "Created" } });
      const kept = await shop.call(BY_ID, { id, keep_issued_vouchers: true });
      expect(kept.slice(0, 2)).toMatchObject([
        200,
        { transaction: { status: "Canceled" }, withdrawn_vouchers: [] },
      ]);
    });
  });

  describe("with its related redemptions", () => {
    const REDEEM = "/api/v2/redemptions/redeem-reward";
    const all = { cancel_related_redemptions: "True" };

    /** Records a sale made now to a member with 200 stamps. `redeem` uses the sale's invoice number. */
    const sellAndRedeem = async (settings: object = {}) => {
      const reward = await house.given.reward(shop.merchant, { stampsToRedeem: 100, ...settings });
      const member = await shop.customer(200);
      const { id, body } = await sell({ created: null, user: member.id });
      const redeem = async (changes: object = {}) => {
        const { invoice_number } = body;
        const call = { user: member.id, store: shop.store.id, reward: reward.id, invoice_number };
        const [status, answer] = await shop.call(REDEEM, { ...call, ...changes });
        expect([status, answer]).toEqual([200, expect.anything()]);
        return (answer as { redemption: { id: number } }).redemption.id;
      };
      return { member, id, invoice_number: body.invoice_number, redeem };
    };
    const statusesOf = async (customerId: number) => {
      const rows = await house.core.db.select().from(schema.redemptions);
      const own = rows.filter((row) => row.customerId === customerId);
      return new Map(own.map((row) => [row.id, row.status]));
    };

    it("gives their stamps back first, and leaves other redemptions", async () => {
      const { member, id, redeem } = await sellAndRedeem();
      const related = [await redeem(), await redeem()];
      const cheap = (await house.given.reward(shop.merchant, { stampsToRedeem: 2 })).id;
      const store = (await house.given.store(shop.merchant)).id;
      const others = [
        await redeem({ reward: cheap, invoice_number: "another" }),
        await redeem({ reward: cheap, store }),
      ];
      // Only 5 stamps are left. The 9 earned ones can be taken only after the 200 redeemed ones come back.
      expect((await shop.call(BY_ID, { id })).slice(0, 2)).toMatchObject([
        400,
        {
          error_message: expect.stringContaining("cancel_related_redemptions"),
          stamps_needed: 9,
          stamps_remaining: 5,
          stamps_missing: 4,
          related_redemptions: related,
        },
      ]);
      const [status, answer] = await shop.call(BY_ID, { id, ...all });
      expect([status, answer]).toMatchObject([200, { customer: { stamps_remaining: 196 } }]);
      const statuses = await statusesOf(member.id);
      expect(related.map((each) => statuses.get(each))).toEqual(["Canceled", "Canceled"]);
      expect(others.map((each) => statuses.get(each))).toEqual(["Created", "Created"]);
      expect((await shop.call(BY_ID, { id, ...all })).slice(0, 2)).toEqual([200, answer]);
    });

    it("C11: names only redemptions that can still give stamps back", async () => {
      const cheap = { reward: (await house.given.reward(shop.merchant, { stampsToRedeem: 2 })).id };
      const { member, id, invoice_number, redeem } = await sellAndRedeem();
      const elsewhere = { invoice_number: "elsewhere" };
      const related = await redeem(cheap);
      for (const reward of [{}, {}, cheap, cheap, cheap]) await redeem({ ...reward, ...elsewhere });
      const free = await shop.voucherOf(member.id, {});
      const voucher = { user: member.id, store: shop.store.id, voucher: free.id, invoice_number };
      expect((await shop.call("/api/v2/redemptions/redeem-voucher", voucher))[0]).toBe(200);
      expect((await shop.call(BY_ID, { id }))[1]).toMatchObject({
        stamps_needed: 9,
        stamps_remaining: 1,
        related_redemptions: [related],
      });
      expect((await shop.call(BY_ID, { id, ...all }))[1]).toMatchObject({
        error_message: expect.not.stringContaining("cancel_related_redemptions"),
        stamps_remaining: 3,
        stamps_missing: 6,
        related_redemptions: [],
      });
      expect((await statusesOf(member.id)).get(related)).toBe("Created");
    });

    it("a late retry leaves what was redeemed under the number after the cancel", async () => {
      const { member, id, redeem } = await sellAndRedeem();
      await redeem();
      const headers = { "idempotency-key": `late ${id}` };
      const first = await shop.call(BY_ID, { id, ...all }, { headers });
      expect(first[0]).toBe(200);
      const later = await redeem();
      for (const options of [{ headers }, {}])
        expect((await shop.call(BY_ID, { id, ...all }, options))[0]).toBe(200);
      expect((await statusesOf(member.id)).get(later)).toBe("Created");
    });

    it("changes nothing if one of them cannot be canceled", async () => {
      const template = await house.given.template(shop.merchant);
      const { member, id, redeem } = await sellAndRedeem({ voucherTemplateId: template.id });
      const related = [await redeem()];
      await house.core.db.execute(
        `update vouchers set redeemed_at = now() where customer_id = ${member.id}`,
      );
      const [status, answer] = await shop.call(BY_ID, { id, ...all });
      expect([status, answer]).toMatchObject([400, { error_code: "voucher_already_redeemed" }]);
      const statuses = await statusesOf(member.id);
      expect(related.map((each) => statuses.get(each))).toEqual(["Created"]);
    });

    it("cancels the sale alone if its customer has been anonymized", async () => {
      const { member, id, redeem } = await sellAndRedeem();
      const related = await redeem();
      await house.core.db.execute(
        `update customers set anonymized_at = now() where id = ${member.id}`,
      );
      expect((await shop.call(BY_ID, { id, ...all }))[0]).toBe(200);
      expect((await statusesOf(member.id)).get(related)).toBe("Created");
    });

    it("asks a token for the scope of redemptions too", async () => {
      const { id } = await sell();
      const token = await house.tokenOf(shop.merchant, { scopes: ["transactions"] });
      expect((await shop.call(BY_ID, { id, ...all }, { token }))[0]).toBe(403);
      expect((await shop.call(BY_ID, { id }, { token }))[0]).toBe(200);
    });
  });

  it("of an unknown sale, another day's and another merchant's is not found", async () => {
    const stranger = await openShop(house);
    const { id, body } = await sell({}, stranger);
    expect((await shop.call(CANCEL, body)).slice(0, 2)).toEqual(missing);
    expect((await shop.call(BY_ID, { id: id + 1_000_000 })).slice(0, 2)).toEqual(missing);
    const own = await sell();
    expect((await shop.call(CANCEL, { ...own.body, date: "2026-11-03" })).slice(0, 2)).toEqual(
      missing,
    );
  });

  it("says which input is wrong", async () => {
    for (const [path, body, code, said] of [
      [CANCEL, { date: DAY }, "required", /^invoice_number: /],
      [CANCEL, { invoice_number: "1", date: "2026-13-01" }, "invalid", /^date: /],
      [CANCEL, { invoice_number: "1", date: DAY, store: "nothing" }, "invalid_store", /^store: /],
      [
        BY_ID,
        { id: 1, cancel_related_redemptions: "maybe" },
        "invalid",
        /^cancel_related_redemptions: /,
      ],
    ] as const)
      expect((await shop.call(path, body)).slice(0, 2)).toEqual([
        400,
        refused(code, expect.stringMatching(said)),
      ]);
  });

  it("a key answers as the first call did, and refuses another body", async () => {
    const [one, other] = [await sell(), await sell()];
    const headers = { "idempotency-key": "void" };
    const [, first] = await shop.call(BY_ID, { id: one.id }, { headers });
    const [status, answer, replayed] = await shop.call(BY_ID, { id: one.id }, { headers });
    expect([status, answer]).toEqual([200, first]);
    expect(replayed["idempotency-replayed"]).toBe("true");
    const [reused, said] = await shop.call(BY_ID, { id: other.id }, { headers });
    expect([reused, said]).toMatchObject([422, { error_code: "idempotency_key_reused" }]);
  });
});
