import { describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, refusal, shopOfSuite, shownMembership, someMessage } from "../../shop.ts";

const PATH = "/api/v3/redemptions/redeem-promo-code";

contract("redeem-promo-code (R5)", (house) => {
  const shop = shopOfSuite(house);

  const given = async (row: Parameters<typeof house.given.promoCode>[1] = {}) => {
    const customer = await shop.customer();
    const promo = await house.given.promoCode(shop.merchant, { name: "Discount", ...row });
    const body = {
      user: customer.email,
      promo_code: promo.code,
      store: shop.store.id,
      invoice_number: "INV-1",
    };
    return { customer, promo, body };
  };

  it("answers with redemption, user and membership, whole", async () => {
    const { customer, promo, body } = await given({ extraData: { cut: 5 } });
    const sent = { ...body, promo_code: body.promo_code.toLowerCase(), invoice_number: 17 };
    const [status, answer] = await shop.call(PATH, sent);
    const { status: _, ...membership } = shownMembership(customer.id, 250);
    expect([status, answer]).toEqual([
      200,
      {
        redemption: {
          id: expect.any(Number),
          reward: "Discount",
          stamps_used: 0,
          extra_data: null,
        },
        user: {
          id: String(customer.id),
          name: "Ayu",
          gender: "female",
          address: "Jl Raya 1",
          is_active: true,
          email: customer.email,
          phone: null,
          picture_url: null,
          birthday: "1989-10-01",
        },
        membership,
        promo_code: { id: promo.id, code: promo.code, name: "Discount", extra_data: { cut: 5 } },
      },
    ]);
  });

  it("a replay shows the promo code as it was, and null if the stored answer has none", async () => {
    const { promo, body } = await given({ extraData: { cut: 5 } });
    const headers = { "idempotency-key": `key of ${promo.id}` };
    const replay = async () => (await shop.call(PATH, body, { headers })).slice(0, 2);
    const first = await replay();
    expect(first).toMatchObject([200, { promo_code: { extra_data: { cut: 5 } } }]);
    const { db } = house.core;
    const own = `merchant_id = ${shop.merchant.id}`;
    await db.execute(`update promo_codes set extra_data = '{}' where ${own} and id = ${promo.id}`);
    expect(await replay()).toEqual(first);
    // turns the stored outcome into that of an earlier version, without the promo code
    await db.execute(`update idempotency_outcomes
      set outcome = (outcome::jsonb #- '{frame,promoCode}')::json
      where ${own} and key = '${headers["idempotency-key"]}'`);
    expect(await replay()).toEqual([200, { ...(first[1] as object), promo_code: null }]);
  });

  describe("refuses", () => {
    it("what is missing, the invoice number too, in the order of the table", async () => {
      const [status, answer] = await shop.call(PATH, {});
      expect(status).toBe(400);
      expect(Object.keys((answer as { errors: object }).errors)).toEqual([
        "user",
        "promo_code",
        "store",
        "invoice_number",
      ]);
    });

    it.each([
      ["an unknown customer", "invalid_user", "user", { user: "nobody" }],
      ["an unknown store", "invalid_store", "store", { store: 999_999 }],
      ["an unknown code", "invalid_promo_code", "promo_code", { promo_code: "NONE" }],
    ])("%s", async (_, code, field, changed) => {
      const { body } = await given();
      const answer = await shop.call(PATH, { ...body, ...changed });
      expect(answer.slice(0, 2)).toEqual([400, refusal(code, field, someMessage)]);
    });

    it.each([
      ["inactive", { isActive: false }],
      ["over", { endDate: "2020-01-01" }],
      ["not yet begun", { startDate: "2999-01-01" }],
      ["of another store", { stores: [1] }],
      ["of another channel", { channels: [3] }],
    ])("a code that is %s", async (_, row) => {
      const { body } = await given(row);
      expect((await shop.call(PATH, { ...body, channel: 2 })).slice(0, 2)).toEqual([
        400,
        refusal("promo_code_not_available", "promo_code", someMessage),
      ]);
    });

    it("a code that is used up, by the customer or by all", async () => {
      const used = refusal("promo_code_limit_reached", "promo_code", someMessage);
      for (const limit of [{ maxUses: 1 }, { maxUsesPerCustomer: 1 }]) {
        const { body } = await given(limit);
        expect((await shop.call(PATH, body))[0]).toBe(200);
        expect((await shop.call(PATH, body)).slice(0, 2)).toEqual([400, used]);
      }
    });

    it("a request that no PIN stands behind, where one is asked for", async () => {
      const strict = await openShop(house, { redemptionPinAuthorization: true });
      const customer = await strict.customer();
      const promo = await house.given.promoCode(strict.merchant);
      const body = {
        user: customer.email,
        promo_code: promo.code,
        store: strict.store.id,
        invoice_number: "1",
      };
      expect((await strict.call(PATH, body)).slice(0, 2)).toEqual([
        400,
        refusal("authorization_required", "request_id", someMessage),
      ]);
    });
  });
});
