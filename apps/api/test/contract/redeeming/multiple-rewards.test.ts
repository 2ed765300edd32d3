import { describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, refusal, shopOfSuite, shownMembership, someMessage } from "../../shop.ts";

const PATH = "/api/v2/redemptions/redeem-multiple-rewards";

contract("redeem-multiple-rewards (R8)", (house) => {
  const shop = shopOfSuite(house);

  const given = async (stamps = 250) => {
    const customer = await shop.customer(stamps);
    const template = await house.given.template(shop.merchant, { name: "Free Kaya Bun" });
    const bun = await house.given.reward(shop.merchant, { name: "Bun" });
    const issuing = { name: "Coffee", stampsToRedeem: 5, voucherTemplateId: template.id };
    const coffee = await house.given.reward(shop.merchant, issuing);
    const gift = await house.given.reward(shop.merchant, { name: "Gift", kind: "flexible" });
    const to = { user: customer.email, store: shop.store.id };
    return { customer, bun, coffee, gift, to };
  };

  it("answers with one redemption that carries every line, whole", async () => {
    const { customer, bun, coffee, gift, to } = await given();
    const [status, answer] = await shop.call(PATH, {
      ...to,
      rewards: [
        { code: bun.code.toLowerCase(), qty: 3, stamps: 0 },
        { code: coffee.id, request_id: "r-1" },
        { code: gift.code, stamps: "40", qty: null },
      ],
    });
    const line = { extra_data: {}, type: "reward", request_id: null };
    const voucher = {
      id: expect.any(Number),
      name: "Free Kaya Bun",
      code: expect.any(String),
      is_active: true,
      start_date: expect.any(String),
      end_date: expect.any(String),
      value: null,
      picture_url: "",
      short_description: "",
      description: "",
      instructions: "",
      terms_and_conditions: "",
      extra_data: {},
      type: "voucher",
    };
    const shown = (reward: { id: number; name: string; code: string }) => ({
      id: reward.id,
      name: reward.name,
      code: reward.code,
    });
    const { tags: _, ...membership } = shownMembership(customer.id, 250 - 6 - 5 - 40);
    expect([status, answer]).toEqual([
      200,
      {
        redemption: {
          id: expect.any(Number),
          reward: "Bun, Coffee, Gift",
          stamps_used: 51,
          extra_data: null,
          rewards: [
            { ...line, ...shown(bun), stamps_to_redeem: 2, qty: 3, stamps_used: 6 },
            {
              ...line,
              ...shown(coffee),
              stamps_to_redeem: 5,
              qty: 1,
              stamps_used: 5,
              request_id: "r-1",
              voucher,
            },
            { ...line, ...shown(gift), stamps_to_redeem: 0, qty: 1, stamps_used: 40 },
          ],
          voucher,
        },
        membership: { ...membership, status: "Active" },
      },
    ]);
  });

  describe("refuses", () => {
    it.each([
      ["no list", undefined, "required", "This field is required."],
      ["an empty list", [], "required", "This field is required."],
      ["what is no list", { code: 1 }, "invalid", "A list is expected."],
      ["51 lines", Array(51).fill({ code: "A" }), "max_length", "At most 50 lines are allowed."],
      ["a line that is none", ["A"], "invalid", "Line 1: An object is expected."],
      [
        "a line without a code",
        [{ code: "A" }, { qty: 1 }],
        "required",
        "Line 2, code: This field is required.",
      ],
      [
        "a quantity out of bounds",
        [{ code: "A", qty: 0 }],
        "invalid",
        "Line 1, qty: A whole number from 1 to 100 is expected.",
      ],
    ])("%s", async (_, rewards, code, message) => {
      const { to } = await given();
      await shop.refuses(PATH, { ...to, rewards }, code, "rewards", message);
    });

    it("every line where one cannot be redeemed", async () => {
      const { customer, bun, gift, to } = await given(5);
      const lines = [
        [{ code: "NONE" }, "invalid_reward", /^Line 2: /],
        [
          { code: gift.code },
          "required",
          /^Line 2, stamps: Name the stamps that this flexible reward costs\.$/,
        ],
        [
          { code: gift.code, stamps: 0 },
          "required",
          /^Line 2, stamps: Name the stamps that this flexible reward costs\.$/,
        ],
        [{ code: bun.code, qty: 2 }, "insufficient_stamps", /\b5\b.*\b6\b/],
      ] as const;
      for (const [second, code, message] of lines) {
        const rewards = [{ code: bun.code }, second];
        expect((await shop.call(PATH, { ...to, rewards })).slice(0, 2)).toEqual([
          400,
          refusal(code, "rewards", expect.stringMatching(message)),
        ]);
      }
      const [status, answer] = await shop.call(PATH, { ...to, rewards: [{ code: bun.code }] });
      expect([status, answer]).toMatchObject([
        200,
        { membership: { id: customer.id, stamps_remaining: 3 } },
      ]);
    });

    it("an unknown customer or store", async () => {
      const { bun, to } = await given();
      const rewards = [{ code: bun.code }];
      expect((await shop.call(PATH, { ...to, user: "nobody", rewards }))[1]).toEqual(
        refusal("invalid_user", "user", "User not found"),
      );
      expect((await shop.call(PATH, { ...to, store: 999_999, rewards }))[1]).toEqual(
        refusal("invalid_store", "store", someMessage),
      );
    });

    it("lines that no PIN stands behind, where one is asked for; lines may share one", async () => {
      const strict = await openShop(house, { redemptionPinAuthorization: true });
      const customer = await strict.customer();
      const reward = await house.given.reward(strict.merchant);
      const to = { user: customer.email, store: strict.store.id };
      const line = { code: reward.code };
      const rewards = [{ ...line, request_id: "r-1" }, line];
      await strict.authorize(customer.id, "r-1");
      expect((await strict.call(PATH, { ...to, rewards })).slice(0, 2)).toEqual([
        400,
        refusal("authorization_required", "request_id", expect.stringMatching(/^Line 2: /)),
      ]);
      const shared = [
        { ...line, request_id: "r-1" },
        { ...line, request_id: "r-1" },
      ];
      expect((await strict.call(PATH, { ...to, rewards: shared }))[0]).toBe(200);
    });
  });
});
