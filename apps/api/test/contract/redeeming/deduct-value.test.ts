import { describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { refusal, shopOfSuite, shownMembership, someMessage } from "../../shop.ts";

const PATH = "/api/vouchers/deduct-value";

contract("deduct-value (R3)", (house) => {
  const shop = shopOfSuite(house);

  const given = async (remainingValue: string | null = "100.00") => {
    const customer = await shop.customer();
    const voucher = await shop.voucherOf(customer.id, {
      value: "100.00",
      remainingValue,
      template: { value: "100.00", isDynamic: remainingValue !== null },
    });
    const body = { user: customer.email, voucher: voucher.id, store: shop.store.id };
    return { customer, voucher, body };
  };

  it("answers with redemption, membership and voucher, whole", async () => {
    const { customer, voucher, body } = await given();
    const [status, answer] = await shop.call(PATH, { ...body, value: "99.99" });
    expect([status, answer]).toEqual([
      200,
      {
        redemption: {
          id: expect.any(Number),
          reward: "Free Kaya Bun",
          stamps_used: 0,
          extra_data: null,
        },
        membership: shownMembership(customer.id, 250),
        voucher: { id: voucher.id, name: "Free Kaya Bun", code: voucher.code, type: "voucher" },
      },
    ]);
  });

  it("deducts exactly, until nothing is left", async () => {
    const { body } = await given();
    for (const value of [0.1, "0.2", 99.69]) {
      const [status] = await shop.call(PATH, { ...body, value });
      expect(status).toBe(200);
    }
    expect((await shop.call(PATH, { ...body, value: 0.02 })).slice(0, 2)).toEqual([
      400,
      refusal("insufficient_voucher_value", "value", expect.stringMatching(/0\.01.*0\.02/)),
    ]);
    expect((await shop.call(PATH, { ...body, value: 0.01 }))[0]).toBe(200);
    expect((await shop.call(PATH, { ...body, value: 0.01 })).slice(0, 2)).toEqual([
      400,
      refusal("voucher_already_redeemed", "voucher", someMessage),
    ]);
  });

  it.each(["10.00", "10.0000", "+10", " 0010.0 "])("takes %j as ten", async (value) => {
    const { body } = await given("10.00");
    expect((await shop.call(PATH, { ...body, value }))[0]).toBe(200);
    expect((await shop.call(PATH, { ...body, value }))[1]).toMatchObject({
      error_code: "voucher_already_redeemed",
    });
  });

  describe("refuses", () => {
    it.each([1e12, "1000000000000.10", 1e15, Number.MAX_SAFE_INTEGER])(
      "the amount %j with what there is, and what it needs",
      async (value) => {
        const { body } = await given();
        const message = `Not enough value: has 100.00, needs ${Number(value).toFixed(2)}`;
        expect((await shop.call(PATH, { ...body, value })).slice(0, 2)).toEqual([
          400,
          refusal("insufficient_voucher_value", "value", message),
        ]);
      },
    );

    it.each([2 ** 53, 1e21, "9".repeat(17), "1".repeat(1_000)])(
      "the amount %j with the bound that it is beyond",
      async (value) => {
        const { body } = await given();
        const message = "An amount of at most 9007199254740991 is expected.";
        await shop.refuses(PATH, { ...body, value }, "invalid", "value", message);
      },
    );

    it.each([0, -1, "0.00", 1.005, "1.0050", "1e2", "1,000", "ten", "5.", true])(
      "the value %j",
      async (value) => {
        const { body } = await given();
        expect((await shop.call(PATH, { ...body, value })).slice(0, 2)).toEqual([
          400,
          refusal(
            "invalid",
            "value",
            "An amount above zero with at most two decimal places is expected.",
          ),
        ]);
      },
    );

    it("a missing value", async () => {
      const { body } = await given();
      expect((await shop.call(PATH, body))[1]).toEqual(
        refusal("required", "value", "This field is required."),
      );
    });

    it("a voucher without a dynamic value", async () => {
      const { body } = await given(null);
      expect((await shop.call(PATH, { ...body, value: 1 })).slice(0, 2)).toEqual([
        400,
        refusal("voucher_value_not_dynamic", "voucher", someMessage),
      ]);
    });

    it.each([
      ["an unknown customer", "invalid_user", "user", { user: "nobody" }],
      ["an unknown store", "invalid_store", "store", { store: 999_999 }],
      ["an unknown voucher", "invalid_voucher", "voucher", { voucher: 999_999 }],
    ])("%s", async (_, code, field, changed) => {
      const { body } = await given();
      const answer = await shop.call(PATH, { ...body, value: 1, ...changed });
      expect(answer.slice(0, 2)).toEqual([400, refusal(code, field, someMessage)]);
    });

    it("another customer's voucher", async () => {
      const { body } = await given();
      const { customer } = await given();
      const sent = { ...body, user: customer.email, value: 1 };
      expect((await shop.call(PATH, sent)).slice(0, 2)).toEqual([
        400,
        refusal("invalid_voucher_owner", "user", "This voucher is not owned by Ayu"),
      ]);
    });

    it("a token that may only redeem", async () => {
      const token = await house.tokenOf(shop.merchant, { scopes: ["redemptions"] });
      expect((await shop.call(PATH, {}, { token }))[0]).toBe(403);
      const fitting = await house.tokenOf(shop.merchant, { scopes: ["vouchers"] });
      expect((await shop.call(PATH, {}, { token: fitting }))[0]).toBe(400);
    });
  });
});
