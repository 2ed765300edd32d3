import { describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import {
  notInStore,
  openShop,
  refusal,
  shopOfSuite,
  shownMembership,
  someMessage,
} from "../../shop.ts";

const PATH = "/api/redemptions/cancel";
const REWARD = "/api/v2/redemptions/redeem-reward";
const VOUCHER = "/api/v2/redemptions/redeem-voucher";

contract("cancel (R6)", (house) => {
  const shop = shopOfSuite(house);

  const redeem = async (path: string, body: unknown) => {
    const [status, answer] = await shop.call(path, body);
    expect(status).toBe(200);
    return answer as { redemption: { id: number }; voucher?: { id: number } };
  };
  const redeemedReward = async (row: Parameters<typeof house.given.reward>[1] = {}) => {
    const customer = await shop.customer();
    const reward = await house.given.reward(shop.merchant, { stampsToRedeem: 50, ...row });
    const body = { user: customer.email, reward: reward.id, store: shop.store.id };
    return { customer, ...(await redeem(REWARD, body)) };
  };

  const canceledReward = (id: number) => ({
    id,
    reward: expect.any(String),
    stamps_used: 50,
    extra_data: null,
    status: "Canceled",
    stamps_returned: 50,
  });

  it("C3: answers with the redemption's state and what the customer has now, and again alike", async () => {
    const { customer, redemption } = await redeemedReward();
    for (const id of [redemption.id, String(redemption.id)]) {
      const [status, answer] = await shop.call(PATH, { id });
      expect([status, answer]).toEqual([
        200,
        {
          redemption: canceledReward(redemption.id),
          customer: { id: customer.id, status: "Blue", stamps_remaining: 250 },
          membership: shownMembership(customer.id, 250),
          voucher: null,
          withdrawn_vouchers: [],
          lines: [{ line: 1, qty: 1, canceled_qty: 1, status: "Canceled" }],
        },
      ]);
    }
  });

  it.each([true, "true", false, null])(
    "makes a replacement voucher where create_replacement_voucher is %j",
    async (wish) => {
      const customer = await shop.customer();
      const voucher = await shop.voucherOf(customer.id);
      const body = { user: customer.email, voucher: voucher.id, store: shop.store.id };
      const { redemption } = await redeem(VOUCHER, body);
      const sent = { id: redemption.id, create_replacement_voucher: wish };
      expect((await shop.call(PATH, sent))[0]).toBe(200);
      const held = await house.core.db.query.vouchers.findMany({
        where: (row, { eq }) => eq(row.customerId, customer.id),
      });
      expect(held).toHaveLength(wish === true || wish === "true" ? 2 : 1);
    },
  );

  describe("refuses", () => {
    it("an unknown redemption, and another merchant's, with 404", async () => {
      const { redemption } = await redeemedReward();
      const other = await openShop(house);
      for (const id of [999_999_999, redemption.id])
        expect((await other.call(PATH, { id })).slice(0, 2)).toEqual([
          404,
          { detail: "Redemption not found" },
        ]);
    });

    it.each([
      [{}, "required", "This field is required."],
      [{ id: "x" }, "invalid", "A whole number above zero is expected."],
      [{ id: 0 }, "invalid", "A whole number above zero is expected."],
    ])("the input %j", async (body, code, message) => {
      await shop.refuses(PATH, body, code, "id", message);
    });

    it("a flag that is none", async () => {
      const body = { id: 1, create_replacement_voucher: "maybe" };
      expect((await shop.call(PATH, body))[1]).toEqual(
        refusal("invalid", "create_replacement_voucher", "true or false is expected."),
      );
    });

    it("where a voucher that it issued is spent", async () => {
      const template = await house.given.template(shop.merchant);
      const { customer, redemption, voucher } = await redeemedReward({
        voucherTemplateId: template.id,
      });
      await redeem(VOUCHER, { user: customer.email, voucher: voucher?.id, store: shop.store.id });
      expect((await shop.call(PATH, { id: redemption.id })).slice(0, 2)).toEqual([
        400,
        refusal("voucher_already_redeemed", "id", someMessage),
      ]);
    });

    it("a token of another store with 403", async () => {
      const { redemption } = await redeemedReward();
      const elsewhere = await house.given.store(shop.merchant);
      const token = await house.tokenOf(shop.merchant, { stores: [elsewhere.id] });
      expect((await shop.call(PATH, { id: redemption.id }, { token })).slice(0, 2)).toEqual([
        403,
        notInStore(shop.store.id),
      ]);
      const unknown = await shop.call(PATH, { id: 999_999_999 }, { token });
      expect(unknown[0]).toBe(404);
    });
  });
});
