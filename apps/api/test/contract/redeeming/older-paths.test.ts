import { describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, refusal, shopOfSuite, someMessage } from "../../shop.ts";

const ADD = "/api/redemptions/add";
const ADD_NUMBER = "/api/v2/redemptions/add-invoice-number";

contract("redemptions on the older paths", (house) => {
  const shop = shopOfSuite(house);
  const given = async () => {
    const customer = await shop.customer();
    return { customer, who: { user: customer.email, store: shop.store.id } };
  };
  const call = async (path: string, body: object, options = {}) =>
    (await shop.call(path, body, options)).slice(0, 2);

  describe("vouchers/redeem (R11)", () => {
    const PATH = "/api/vouchers/redeem";
    const worth = { discount: { percent: 10 }, sku: "KB-1" };

    it("answers what the voucher is worth, whole, also if nobody held it", async () => {
      const { customer } = await given();
      const template = { extraData: worth };
      for (const holder of [customer.id, null]) {
        const { id, code } = await shop.voucherOf(holder, { template });
        const body = { identifier: customer.email, voucher_code: code, store: shop.store.id };
        const answer = [
          200,
          {
            redemption: { id: expect.any(Number), status: "Created" },
            voucher: { id, name: "Free Kaya Bun", extra_data: worth },
          },
        ];
        expect(await call(PATH, body)).toEqual(answer);
        const twice = refusal("voucher_already_redeemed", "voucher_code", someMessage);
        expect(await call(PATH, body)).toEqual([400, twice]);
      }
    });

    it("is served over tRPC, and a key answers as the first call did", async () => {
      const { customer } = await given();
      const [one, other] = [await shop.voucherOf(customer.id), await shop.voucherOf(customer.id)];
      const who = { identifier: customer.email, store: shop.store.id };
      const trpc = await shop.callTrpc("vouchers.redeem", { ...who, voucher_code: one.code });
      expect(trpc).toMatchObject([200, { voucher: { id: one.id, extra_data: {} } }]);
      const headers = { "idempotency-key": "worth" };
      const body = { ...who, voucher_code: other.code };
      const first = await call(PATH, body, { headers });
      expect(first[0]).toBe(200);
      expect(await call(PATH, body, { headers })).toEqual(first);
    });

    it("counts an unknown code as a guess, and refuses another's voucher", async () => {
      const { customer } = await given();
      const { code } = await shop.voucherOf((await shop.customer()).id);
      const who = { identifier: customer.email, store: shop.store.id };
      expect((await call(PATH, { ...who, voucher_code: code }))[1]).toMatchObject({
        error_code: "invalid_voucher_owner",
      });
      expect((await call(PATH, { ...who, voucher_code: "NOBODYS" }))[1]).toMatchObject({
        error_code: "invalid_voucher",
      });
      const counted = await house.core.db.execute(
        `select 1 from attempt_counters where merchant_id = ${shop.merchant.id}`,
      );
      // in the store, and in all stores
      expect([...(counted as Iterable<unknown>)]).toHaveLength(2);
    });
  });

  describe("redemptions/add (R10)", () => {
    it("redeems a reward by its id and by its code, whole", async () => {
      const { customer, who } = await given();
      const reward = await house.given.reward(shop.merchant, { stampsToRedeem: 5 });
      const shown = (left: number) => [
        200,
        {
          redemption: { id: expect.any(Number), reward: reward.name, stamps_used: 5 },
          customer: { id: customer.id, stamps_remaining: left },
        },
      ];
      expect(await call(ADD, { ...who, reward: reward.id })).toEqual(shown(245));
      expect(await call(ADD, { ...who, reward_by_code: reward.code })).toEqual(shown(240));
      const body = { ...who, type: "reward", reward_by_code: reward.code };
      expect(await shop.callTrpc("redemptions.add", body)).toEqual(shown(235));
    });

    it("shows the voucher that a reward issues, with its last minute", async () => {
      const { who } = await given();
      const template = await house.given.template(shop.merchant, { validityDays: 3 });
      const row = { stampsToRedeem: 5, voucherTemplateId: template.id };
      const reward = await house.given.reward(shop.merchant, row);
      expect(await call(ADD, { ...who, reward: reward.id, qty: 2 })).toEqual([
        200,
        {
          redemption: expect.objectContaining({ stamps_used: 10 }),
          customer: expect.objectContaining({ stamps_remaining: 240 }),
          voucher: {
            id: expect.any(Number),
            name: template.name,
            type: "voucher",
            quantity: 2,
            image_url: "",
            expires_on: expect.stringMatching(/^[1-9]\d?-(0[1-9]|1[0-2])-20\d\d 23:59$/),
          },
        },
      ]);
    });

    it("redeems a voucher by its id and by its code", async () => {
      const { customer, who } = await given();
      const [one, other] = [await shop.voucherOf(customer.id), await shop.voucherOf(customer.id)];
      for (const named of [{ reward: one.id }, { reward_by_code: other.code }])
        expect(await call(ADD, { ...who, type: "voucher", ...named })).toEqual([
          200,
          {
            redemption: { id: expect.any(Number), reward: "Free Kaya Bun", stamps_used: 0 },
            customer: { id: customer.id, stamps_remaining: 250 },
          },
        ]);
      const again = await call(ADD, { ...who, type: "voucher", reward: one.id });
      expect(again).toMatchObject([400, { error_code: "voucher_already_redeemed" }]);
    });

    it("a key answers as the first call did", async () => {
      const { who } = await given();
      const reward = await house.given.reward(shop.merchant, { stampsToRedeem: 5 });
      const headers = { "idempotency-key": "on the older path" };
      const first = await call(ADD, { ...who, reward: reward.id }, { headers });
      expect(await call(ADD, { ...who, reward: reward.id }, { headers })).toEqual(first);
    });

    it("a key of a reward is not taken for a voucher, nor the other way round", async () => {
      const { customer, who } = await given();
      const reward = await house.given.reward(shop.merchant, { stampsToRedeem: 5 });
      const [one, other] = [await shop.voucherOf(customer.id), await shop.voucherOf(customer.id)];
      const ofReward = { ...who, type: "reward", reward: reward.id };
      const ofVoucher = { ...who, type: "voucher", reward: one.id };
      const reused = refusal("idempotency_key_reused", "idempotency_key", someMessage);
      for (const [first, second] of [
        [ofReward, ofVoucher],
        [{ ...ofVoucher, reward: other.id }, ofReward],
      ] as const) {
        const headers = { "idempotency-key": `both kinds ${first.type}` };
        expect((await call(ADD, first, { headers }))[0]).toBe(200);
        expect(await call(ADD, second, { headers })).toEqual([422, reused]);
      }
      expect((await call(ADD, ofVoucher))[0]).toBe(200);
    });

    it("refuses a call that names nothing, an unknown reward and an unknown type", async () => {
      const { who } = await given();
      const missing = refusal("required", "reward", "This field is required.");
      expect(await call(ADD, who)).toEqual([400, missing]);
      // every field that is wrong is named, in the order of the parameters
      expect(await call(ADD, { user: who.user, qty: "x" })).toMatchObject([
        400,
        {
          detail: "reward: This field is required.",
          errors: {
            reward: expect.any(String),
            store: expect.any(String),
            qty: expect.any(String),
          },
        },
      ]);
      const unknown = refusal("invalid_reward", "reward", "Reward not found");
      expect(await call(ADD, { ...who, reward_by_code: "NOPE" })).toEqual([400, unknown]);
      expect(await call(ADD, { ...who, reward: 1, type: "stamps" })).toMatchObject([
        400,
        { error_code: "invalid_choice", errors: { type: expect.any(String) } },
      ]);
    });
  });

  it("both redeem through the channels of a thing alone", async () => {
    const { customer, who } = await given();
    const reward = await house.given.reward(shop.merchant, { stampsToRedeem: 5, channels: [2] });
    const { code } = await shop.voucherOf(customer.id, { template: { channels: [2] } });
    for (const [path, body] of [
      [ADD, { ...who, reward: reward.id }],
      ["/api/vouchers/redeem", { ...who, voucher_code: code }],
    ] as const) {
      expect((await call(path, { ...body, channel: 3 }))[0]).toBe(400);
      expect((await call(path, { ...body, channel: "2" }))[0]).toBe(200);
    }
  });

  it("both ask for the request_id of an authorization where the merchant asks for a PIN", async () => {
    const careful = await openShop(house, { redemptionPinAuthorization: true });
    const customer = await careful.customer();
    const who = { user: customer.email, store: careful.store.id };
    const reward = await house.given.reward(careful.merchant, { stampsToRedeem: 5 });
    const { code } = await careful.voucherOf(customer.id);
    for (const [path, body] of [
      [ADD, { ...who, reward: reward.id }],
      ["/api/vouchers/redeem", { ...who, voucher_code: code }],
    ] as const) {
      const required = { error_code: "authorization_required" };
      expect((await careful.call(path, body)).slice(0, 2)).toMatchObject([400, required]);
      const { requestId } = await house.given.authorization(careful.merchant, {
        customerId: customer.id,
      });
      expect((await careful.call(path, { ...body, request_id: requestId }))[0]).toBe(200);
    }
  });

  describe("add-invoice-number (R9)", () => {
    const redeemed = async () => {
      const { who } = await given();
      const reward = await house.given.reward(shop.merchant, { stampsToRedeem: 5 });
      const [, answer] = await call(ADD, { ...who, reward: reward.id, extra_data: { table: 7 } });
      return { ...(answer as { redemption: { id: number } }).redemption, name: reward.name };
    };

    it("writes the number, by which the redemption is then canceled", async () => {
      const { id, name } = await redeemed();
      const body = { redemption_id: id, invoice_number: `LATE-${id}` };
      const shown = {
        redemption: { id, reward: name, stamps_used: 5, extra_data: { table: 7 } },
      };
      expect(await call(ADD_NUMBER, body)).toEqual([200, shown]);
      expect(await shop.callTrpc("redemptions.addInvoiceNumber", body)).toEqual([200, shown]);
      const cancel = { invoice_number: body.invoice_number };
      expect(await call("/api/redemptions/cancel", cancel)).toMatchObject([
        200,
        { redemption: { id, status: "Canceled" } },
      ]);
    });

    it("refuses another number, an unknown redemption, and another merchant's", async () => {
      const { id } = await redeemed();
      await call(ADD_NUMBER, { redemption_id: id, invoice_number: "INV-A" });
      expect(await call(ADD_NUMBER, { redemption_id: id, invoice_number: "INV-B" })).toEqual([
        400,
        refusal(
          "invalid",
          "invoice_number",
          "This redemption has the invoice number INV-A already.",
        ),
      ]);
      const notFound = [404, { detail: "Redemption not found" }];
      const body = { redemption_id: 999_999_999, invoice_number: "INV-A" };
      expect(await call(ADD_NUMBER, body)).toEqual(notFound);
      const { token } = await openShop(house);
      expect(await call(ADD_NUMBER, { ...body, redemption_id: id }, { token })).toEqual(notFound);
    });
  });
});
