import { describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { expectBoth, refused } from "../../credentials.ts";
import { shopOfSuite, withoutScope } from "../../shop.ts";

const ADD = "/api/v2/transactions/add";
const RETURN = "/api/returns/add";
const PREVIEW = "/api/returns/preview";
const DEDUCT = "/api/vouchers/deduct-value";
const ISSUE = "issue_voucher";
const REWARD = "/api/v2/redemptions/redeem-reward";

contract("what goes with a return (T12, T13)", (house) => {
  const shop = shopOfSuite(house, { earnAmount: "1.00" });
  let invoices = 0;

  const done = async (path: string, body: object) => {
    const [status, answer] = await shop.call(path, body);
    expect([status, answer]).toEqual([200, expect.anything()]);
    return answer as Readonly<Record<string, unknown>>;
  };

  /** Sells for 30. A gift card of 50 pays `paid`. */
  const sell = async ({ paid = 0, stamps = 0, hasUser = true } = {}) => {
    const member = await shop.customer(stamps);
    const invoice_number = `WITH-${++invoices}`;
    const of = { user: member.id, store: shop.store.id };
    const card = await shop.voucherOf(member.id, {
      ...{ value: "50.00", remainingValue: "50.00", template: { isDynamic: true } },
    });
    if (paid) await done(DEDUCT, { ...of, voucher: card.id, value: paid, invoice_number });
    const payments = [{ payment_method: "GIFT", value: 30 }];
    const { transaction } = await done(ADD, {
      ...{ store: of.store, invoice_number, total_value: 30, payments },
      ...(hasUser && { user: of.user }),
    });
    const back = (more: object = {}) => ({
      ...{ root_invoice_number: invoice_number, root_transaction_store: of.store },
      ...{ return_invoice_number: `${invoice_number}.1`, return_store: of.store },
      ...{ total_value_delta: -20, payments: [{ payment_method: "GIFT", value: -20 }] },
      ...more,
    });
    const worth = async () => {
      const [, voucher] = await shop.call("/api/vouchers/details", {
        user: of.user,
        code: card.code,
      });
      return (voucher as { remaining_value: number }).remaining_value;
    };
    const redeem = async () => {
      const reward = await house.given.reward(shop.merchant, { stampsToRedeem: 25 });
      const { redemption } = await done(REWARD, { ...of, reward: reward.id, invoice_number });
      return (redemption as { id: number }).id;
    };
    const { id } = transaction as { id: number };
    return { id, of, card, back, worth, redeem };
  };
  const by = (voucher_code: string, value = -20) => ({
    payments: [{ payment_method: "GIFT", value, voucher_code }],
  });

  describe("a voucher that paid", () => {
    it("gets its value back once, and is named by the preview", async () => {
      const { card, back, worth } = await sell({ paid: 20 });
      const [, ahead] = await shop.call(PREVIEW, back(by(card.code)));
      expect(ahead).toMatchObject({
        returnable_vouchers: [{ id: card.id, code: card.code, remaining_value: 30 }],
        refusal: null,
      });
      const [status, first] = await shop.call(RETURN, back(by(card.code.toLowerCase())));
      expect([status, first]).toMatchObject([
        200,
        { returned_vouchers: [{ id: card.id, code: card.code, remaining_value: 50 }] },
      ]);
      expect((await shop.call(RETURN, back(by(card.code.toLowerCase()))))[1]).toEqual(first);
      expect(await worth()).toBe(50);
    });

    it("comes back as a new one, if it has a fixed value", async () => {
      const { of, back } = await sell();
      const fixed = await shop.voucherOf(of.user, { value: "20.00" });
      const { root_invoice_number: invoice_number } = back();
      await done("/api/v2/redemptions/redeem-voucher", {
        ...{ ...of, voucher: fixed.id, invoice_number },
      });
      const answer = await done(RETURN, back(by(fixed.code)));
      const [voucher] = answer.returned_vouchers as { id: number; code: string; value: number }[];
      expect(voucher).toMatchObject({
        value: 20,
        is_active: true,
        template: { id: fixed.template.id },
      });
      expect(voucher?.id).not.toBe(fixed.id);
      const again = await shop.call(
        RETURN,
        back({ ...by(fixed.code), return_invoice_number: "X" }),
      );
      expect(again[0]).toBe(400);
    });

    it("gets nothing with sr_admin, nor if another value is named", async () => {
      const { card, back, worth } = await sell({ paid: 20 });
      const [status, answer] = await shop.call(RETURN, back(by(card.code, -15)));
      expect([status, answer]).toMatchObject([
        400,
        {
          error_code: "invalid_voucher",
          errors: { payments: expect.stringMatching(/whole value/) },
        },
      ]);
      const none = await done(RETURN, back({ ...by(card.code), sr_admin: true }));
      expect(none).toMatchObject({ returned_vouchers: [] });
      expect(await worth()).toBe(30);
    });
  });

  it("cancels redemptions before the stamps are taken", async () => {
    const { back, redeem, of } = await sell();
    const redemption = await redeem();
    const body = back({ cancel_redemptions: true });
    const [, ahead] = await shop.call(PREVIEW, body);
    expect(ahead).toMatchObject({ modification: { stamps_taken: 20, stamps_owed_delta: 0 } });
    const [status, first] = await shop.call(RETURN, body);
    expect([status, first]).toMatchObject([
      200,
      {
        canceled_redemptions: [redemption],
        membership: { id: of.user, stamps: 10, stamps_owed: 0 },
        modification: { stamps_taken: 20, stamps_owed_delta: 0 },
      },
    ]);
    expect((await shop.call(RETURN, body))[1]).toEqual(first);
  });

  it("issues a voucher to the customer, and to nobody else", async () => {
    const { back } = await sell();
    const template = await house.given.template(shop.merchant, { isDynamic: true });
    const issue_voucher = { template_id: template.id, value: "20.00" };
    const body = back({ issue_voucher });
    const [status, first] = await shop.call(RETURN, body);
    expect([status, first]).toMatchObject([
      200,
      { issued_voucher: { value: 20, remaining_value: 20, template: { id: template.id } } },
    ]);
    expect((await shop.call(RETURN, body))[1]).toEqual(first);
    const repeated = await shop.call(PREVIEW, body);
    expect(repeated.slice(0, 2)).toMatchObject([200, { modification: { stamps_taken: 20 } }]);
    const open = await sell({ hasUser: false });
    expect((await shop.call(RETURN, open.back())).slice(0, 2)).toMatchObject([
      200,
      { user: null, membership: null, modification: { total_stamps_delta: 0 } },
    ]);
  });

  describe("neither issues nor previews", () => {
    const fixed = { isDynamic: false, value: "20.00" };
    const dynamic = { isDynamic: true };
    const price = "Vouchers of this template have a fixed value";
    it.each([
      ["an unknown template", "invalid_voucher_template", "Voucher template not found", null, 1],
      ["a value of a fixed voucher", "voucher_value_not_dynamic", price, fixed, 1],
      ["a voucher without a value", "required", "value: This field is required.", dynamic, null],
      ["nobody's voucher", "invalid", "The transaction has no customer.", dynamic, 1],
      ["a voucher of a customer who was erased", "invalid_user", "User not found", dynamic, 1],
    ] as const)("%s", async (about, code, message, row, value) => {
      const { back, of } = await sell({ hasUser: about !== "nobody's voucher" });
      const template = row && (await house.given.template(shop.merchant, row));
      if (code === "invalid_user") await done("/api/v2/memberships/anonymize", { user: of.user });
      const body = back({ issue_voucher: { template_id: template?.id ?? 999_999, value } });
      const same = () => body;
      await expectBoth(shop, [PREVIEW, "returns.preview"], same, refused(code, ISSUE, message));
      await expectBoth(shop, [RETURN, "returns.add"], same, refused(code, ISSUE, message));
      expect(await done(RETURN, back())).toMatchObject({
        modification: { grand_total_delta: -20 },
      });
    });
  });

  it("withdraws what the sale issued if nothing is left, unless it is spent", async () => {
    const of = { store: shop.store.id, user: (await shop.customer(0)).id };
    const template = await house.given.template(shop.merchant, { isDynamic: true });
    const all = (invoice: string, more: object = {}) => ({
      ...{ root_invoice_number: invoice, root_transaction_store: of.store, total_value_delta: -50 },
      ...{ return_invoice_number: `${invoice}.1`, return_store: of.store, ...more },
    });
    const buy = async (invoice_number: string) => {
      const { issued_voucher } = await done("/api/v2/transactions/add-with-redemptions", {
        ...{ ...of, invoice_number, total_value: 50 },
        issue_voucher: { template_id: template.id, value: 50 },
      });
      return issued_voucher as { id: number; code: string };
    };
    const { id, code } = await buy("CARD-1");
    expect(await done(RETURN, all("CARD-1"))).toMatchObject({ withdrawn_vouchers: [{ id, code }] });
    const spent = await buy("CARD-2");
    await done(DEDUCT, { ...of, voucher: spent.id, value: 10 });
    expect((await shop.call(RETURN, all("CARD-2"))).slice(0, 2)).toMatchObject([
      400,
      {
        error_code: "voucher_already_redeemed",
        errors: { deactivate_payment_vouchers: expect.stringContaining(spent.code) },
      },
    ]);
    const kept = { deactivate_payment_vouchers: false };
    expect(await done(RETURN, all("CARD-2", kept))).toMatchObject({ withdrawn_vouchers: [] });
  });

  it("needs the scope of each part, and the preview shows names only with members", async () => {
    const { back, card } = await sell({ paid: 20 });
    const token = await house.tokenOf(shop.merchant, { scopes: ["transactions"] });
    const parts: [object, string][] = [
      [{ cancel_redemptions: true }, "redemptions"],
      [by(card.code), "redemptions"],
      [{ issue_voucher: { template_id: 1 } }, "vouchers.issue"],
    ];
    for (const [more, scope] of parts)
      expect((await shop.call(RETURN, back(more), { token })).slice(0, 2)).toEqual([
        403,
        withoutScope(scope),
      ]);
    const [status, ahead] = await shop.call(PREVIEW, back(), { token });
    expect([status, ahead]).toMatchObject([200, { user: null, membership: { stamps: 30 } }]);
  });
});
