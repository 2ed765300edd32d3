import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, type Shop, shownMembership } from "../../shop.ts";

const PATH = "/api/v2/transactions/add-with-redemptions";

contract("transactions/add-with-redemptions (T10)", (house) => {
  let shop: Shop;
  let invoices = 0;
  beforeAll(async () => {
    shop = await openShop(house, { earnAmount: "10000.00" });
  });

  /** Adds a member with 250 stamps, two rewards, two vouchers and a promo code. Returns a sale's body too. */
  const given = async () => {
    const customer = await shop.customer();
    const bun = await house.given.reward(shop.merchant, { name: "Bun" });
    const wish = await house.given.reward(shop.merchant, { name: "Wish", kind: "flexible" });
    const whole = await shop.voucherOf(customer.id, { template: { name: "Free Bun" } });
    const worth = { value: "10.00", remainingValue: "10.00" };
    const balance = await shop.voucherOf(customer.id, {
      ...worth,
      template: { name: "Gift card", isDynamic: true },
    });
    const promo = await house.given.promoCode(shop.merchant, { name: "Weekend" });
    invoices++;
    const sale = { invoice_number: `V-${invoices}`, total_value: "95000.00" };
    const body = { ...sale, store: shop.store.id, user: customer.email };
    return { customer, bun, wish, whole, balance, promo, body };
  };

  const about = {
    picture_url: "",
    short_description: "",
    description: "",
    instructions: "",
    terms_and_conditions: "",
    extra_data: {},
  };
  const spent = { extra_data: null, stamps_used: 0, rewards: [] };

  it("answers with sale, each redemption, membership and voucher, whole", async () => {
    const { customer, bun, wish, whole, balance, promo, body } = await given();
    const [status, answer] = await shop.call(PATH, {
      ...body,
      reward_redemptions: [
        { reward: bun.code.toLowerCase(), qty: "3", request_id: "r-1" },
        { reward: String(wish.id), stamps: 40 },
      ],
      voucher_redemptions: [
        { voucher_code: whole.code },
        { voucher_code: balance.code, value: "2.50", request_id: null },
      ],
      promo_code_redemptions: [{ promo_code: promo.code.toLowerCase() }],
      issue_voucher: { template_id: balance.template.id, value: "7" },
    });
    const id = expect.any(Number);
    const line = { extra_data: {}, type: "reward" };
    const shownBun = { id: bun.id, name: "Bun", code: bun.code, stamps_to_redeem: 2 };
    const shownWish = { id: wish.id, name: "Wish", code: wish.code, stamps_to_redeem: 0 };
    const used = { voucher: { ...about, is_active: true, start_date: null, end_date: null } };
    // 250 less 6 and 40, plus the 9 that the sale of 95,000 earns
    const membership = shownMembership(customer.id, 213);
    expect([status, answer]).toEqual([
      200,
      {
        transaction: {
          id,
          value: 95_000,
          stamps_earned: 9,
          stamps_paid_off: 0,
          number_of_people: 1,
          discount: null,
        },
        redemptions: [
          {
            id,
            reward: "Bun",
            stamps_used: 6,
            extra_data: null,
            request_id: "r-1",
            rewards: [{ ...line, ...shownBun, qty: 3, stamps_used: 6, request_id: "r-1" }],
          },
          {
            id,
            reward: "Wish",
            stamps_used: 40,
            extra_data: null,
            request_id: null,
            rewards: [{ ...line, ...shownWish, qty: 1, stamps_used: 40, request_id: null }],
          },
          {
            ...spent,
            id,
            reward: "Free Bun",
            request_id: null,
            voucher: {
              ...used.voucher,
              id: whole.id,
              name: "Free Bun",
              code: whole.code,
              type: "voucher",
              value: null,
              remaining_value: null,
            },
          },
          {
            ...spent,
            id,
            reward: "Gift card",
            request_id: null,
            value: 2.5,
            voucher: {
              ...used.voucher,
              id: balance.id,
              name: "Gift card",
              code: balance.code,
              type: "voucher",
              value: 10,
              remaining_value: 7.5,
            },
          },
          {
            ...spent,
            id,
            reward: "Weekend",
            request_id: null,
            promo_code: {
              id: promo.id,
              code: promo.code,
              name: "Weekend",
              extra_data: {},
            },
          },
        ],
        membership,
        issued_voucher: {
          ...about,
          id,
          name: "Gift card",
          code: expect.any(String),
          is_active: true,
          start_date: expect.any(String),
          end_date: expect.any(String),
          value: 7,
          quantity: 1,
          remaining_value: 7,
          notes: "",
          constraint: { channels: [] },
          template: {
            ...about,
            id: balance.template.id,
            name: "Gift card",
            type: 2,
            landscape_picture_url: null,
            merchant_id: shop.merchant.id,
            merchant_code: "",
            usable_in_merchant_ids: [shop.merchant.id],
          },
        },
      },
    ]);
  });

  it("C9: without a user it records an open sale, and redeems and issues nothing", async () => {
    const { bun, body } = await given();
    const { user, ...open } = body;
    const [status, answer] = await shop.call(PATH, open);
    expect([status, answer]).toMatchObject([
      200,
      {
        transaction: { stamps_earned: 0 },
        redemptions: [],
        membership: null,
        issued_voucher: null,
      },
    ]);
    const claim = await shop.call("/api/v2/transactions/add", { ...open, user });
    expect(claim[1]).toMatchObject({
      transaction: { id: (answer as { transaction: { id: number } }).transaction.id },
    });
    for (const part of [
      { reward_redemptions: [{ reward: bun.id }] },
      { issue_voucher: { template_id: 1 } },
    ])
      expect((await shop.call(PATH, { ...open, ...part }))[1]).toMatchObject({
        error_code: "required",
        errors: [{ user: "This field is required." }],
      });
  });

  it("records all that a sale may have", async () => {
    const { bun, body } = await given();
    const [status, answer] = await shop.call(PATH, {
      ...body,
      created: "2026-11-01T03:04:05.6789012Z",
      subtotal: "90000",
      discount: 5_000,
      service_charge: "2500",
      tax: 10_000,
      channel: "2",
      type: 3,
      number_of_people: "4",
      items: [
        { product_name: "Kopi", quantity: "1.5", price: 90_000, eligible_for_stamps: "True" },
      ],
      payments: [{ value: "95000", payment_method: "cash", eligible_for_membership: "False" }],
      employee_code: 7,
      require_email_notification: "false",
      extra_data: [1],
      reward_redemptions: [{ reward: bun.id }],
    });
    const { transaction } = answer as { transaction: { id: number } };
    expect([status, transaction]).toEqual([
      200,
      {
        id: transaction.id,
        value: 95_000,
        stamps_earned: 9,
        stamps_paid_off: 0,
        number_of_people: 4,
        discount: 5_000,
      },
    ]);
    const about = { transaction_id: transaction.id };
    expect((await shop.call("/api/transactions/details", about))[1]).toMatchObject({
      transaction: {
        created: Date.parse("2026-11-01T03:04:05Z") / 1000,
        subtotal: 90_000,
        type: 3,
        service_charge: 2_500,
        tax: 10_000,
        items: [{ name: "Kopi", quantity: 1.5 }],
        payments: [{ value: 95_000, payment_method_code: "cash" }],
      },
    });
  });

  it("is a sale alone without lines, and may then be repeated", async () => {
    const { body } = await given();
    const [status, first] = await shop.call(PATH, body);
    expect([status, first]).toEqual([
      200,
      expect.objectContaining({ redemptions: [], issued_voucher: null }),
    ]);
    expect((await shop.call(PATH, body)).slice(0, 2)).toEqual([200, first]);
  });

  it("refuses a recorded sale with redemptions, and names it", async () => {
    const { bun, body } = await given();
    const visit = { ...body, reward_redemptions: [{ reward: bun.id }] };
    const [, first] = await shop.call(PATH, visit);
    const { transaction } = first as { transaction: { id: number } };
    const says = "The transaction is already recorded, with what was redeemed with it";
    expect((await shop.call(PATH, visit)).slice(0, 2)).toEqual([
      400,
      {
        detail: `invoice_number: ${says}`,
        errors: [{ invoice_number: says }],
        error_code: "duplicate_invoice_number",
        error_message: `invoice_number: ${says}`,
        existing_transaction_id: transaction.id,
        existing_transaction_status: "Created",
      },
    ]);
  });

  it("a key answers as the first call did", async () => {
    const { bun, body } = await given();
    const visit = { ...body, reward_redemptions: [{ reward: bun.id }] };
    const headers = { "idempotency-key": "visit" };
    const [, first] = await shop.call(PATH, visit, { headers });
    const [status, answer, replayed] = await shop.call(PATH, visit, { headers });
    expect([status, answer]).toEqual([200, first]);
    expect(replayed["idempotency-replayed"]).toBe("true");
  });

  describe("a refusal lies on its list, and names the line", () => {
    it.each([
      [
        { reward_redemptions: [{ reward: "NONE" }] },
        ["invalid_reward", "reward_redemptions", "Line 1: Reward not found"],
      ],
      [
        { voucher_redemptions: [{ voucher_code: "NONE" }] },
        ["invalid_voucher", "voucher_redemptions", "Line 1: Voucher not found"],
      ],
      [
        { promo_code_redemptions: [{ promo_code: "NONE" }] },
        ["invalid_promo_code", "promo_code_redemptions", "Line 1: Promo code not found"],
      ],
      [
        { issue_voucher: { template_id: 999_999 } },
        ["invalid_voucher_template", "issue_voucher", "Voucher template not found"],
      ],
      [
        { reward_redemptions: [{}] },
        ["required", "reward_redemptions", "Line 1, reward: This field is required."],
      ],
      [{ reward_redemptions: 7 }, ["invalid", "reward_redemptions", "A list is expected."]],
      [{ issue_voucher: [] }, ["invalid", "issue_voucher", "An object is expected."]],
      [
        { issue_voucher: {} },
        ["required", "issue_voucher", "template_id: This field is required."],
      ],
      [
        { user: null, promo_code_redemptions: [{ promo_code: "X" }] },
        ["required", "user", "This field is required."],
      ],
    ])("%j", async (changes, [code = "", field = "", message = ""]) => {
      const { body } = await given();
      expect((await shop.call(PATH, { ...body, ...changes })).slice(0, 2)).toEqual([
        400,
        {
          detail: `${field}: ${message}`,
          errors: [{ [field]: message }],
          error_code: code,
          error_message: `${field}: ${message}`,
        },
      ]);
    });

    it("51 lines in all are too many", async () => {
      const { bun, promo, body } = await given();
      const [status, answer] = await shop.call(PATH, {
        ...body,
        reward_redemptions: Array.from({ length: 50 }, () => ({ reward: bun.id })),
        promo_code_redemptions: [{ promo_code: promo.code }],
      });
      expect([status, answer]).toEqual([
        400,
        expect.objectContaining({
          error_code: "max_length",
          errors: [{ reward_redemptions: "At most 50 lines are allowed in all lists together." }],
        }),
      ]);
    });
  });

  it("another merchant's template is as nobody's", async () => {
    const { body } = await given();
    const other = await openShop(house);
    const theirs = await house.given.template(other.merchant);
    const issue = (template_id: number) =>
      shop.call(PATH, { ...body, issue_voucher: { template_id } });
    expect((await issue(theirs.id)).slice(0, 2)).toEqual((await issue(999_999)).slice(0, 2));
  });

  it("a voucher that nobody holds becomes the customer's, but no value is taken off it", async () => {
    const { balance, body } = await given();
    const worth = { value: "10.00", remainingValue: "10.00", customerId: null };
    const row = { ...worth, voucherTemplateId: balance.template.id };
    const { code: voucher_code } = await house.given.voucher(shop.merchant, row);
    const redeem = (line: object) => shop.call(PATH, { ...body, voucher_redemptions: [line] });
    const [refused, refusal] = await redeem({ voucher_code, value: 1 });
    expect([refused, refusal]).toMatchObject([400, { error_code: "invalid_voucher" }]);
    const [status, answer] = await redeem({ voucher_code });
    expect([status, answer]).toMatchObject([200, { redemptions: [{ reward: "Gift card" }] }]);
  });

  it("refuses what was already redeemed for the invoice, if the merchant wants it once", async () => {
    const once = await openShop(house, { oneRedemptionPerInvoice: true });
    const { email: user } = await once.customer();
    const { id: reward } = await house.given.reward(once.merchant);
    const lines = [{ reward }, { reward }];
    const body = { user, store: once.store.id, invoice_number: "ONCE", total_value: 1 };
    const [status, answer] = await once.call(PATH, { ...body, reward_redemptions: lines });
    expect([status, answer]).toMatchObject([
      400,
      {
        error_code: "duplicate_invoice_number",
        errors: [
          {
            reward_redemptions: "Line 2: This was already redeemed for the invoice number",
          },
        ],
      },
    ]);
  });

  it("asks a token for the scopes of what it does", async () => {
    const { bun, balance, body } = await given();
    const { id } = balance.template;
    for (const [scopes, changes, status] of [
      [["transactions"], {}, 200],
      [["transactions"], { reward_redemptions: [{ reward: bun.id }] }, 403],
      [["transactions"], { issue_voucher: { template_id: id, value: 5 } }, 403],
      [["transactions", "redemptions"], { reward_redemptions: [{ reward: bun.id }] }, 200],
      [["transactions", "vouchers.issue"], { issue_voucher: { template_id: id, value: 5 } }, 200],
    ] as const) {
      const token = await house.tokenOf(shop.merchant, { scopes: [...scopes] });
      invoices++;
      const call = { ...body, invoice_number: `V-${invoices}`, ...changes };
      expect([scopes, (await shop.call(PATH, call, { token }))[0]]).toEqual([scopes, status]);
    }
  });
});
