import { describe, expect, it } from "vitest";
import { contract } from "../contract.ts";
import { refusal, shopOfSuite } from "../shop.ts";

const REWARD = "/api/v2/redemptions/redeem-reward";
const BY_CODE = "/api/redemptions/by-voucher-code";

contract("calls in the manner of old clients", (house) => {
  const shop = shopOfSuite(house);
  const rewardOf = () => house.given.reward(shop.merchant, { stampsToRedeem: 5 });

  describe("C8: a GET whose body is no JSON object", () => {
    const bodies: [what: string, payload: string, type: string][] = [
      ["a form under JSON's type", "x=1&token=wrong", "application/json; boundary=x"],
      ["a form", "--x--", "multipart/form-data; boundary=x"],
      ["text without a type", "x", ""],
      ["a list", "[1]", "application/json"],
    ];
    const get = async (path: string, payload: string, type: string) => {
      const headers = type ? { "content-type": type } : {};
      const call = { method: "GET", path, token: shop.token, headers, payload };
      return (await house.send(call))[0];
    };

    it.each(bodies)("is answered from the query alone: %s", async (_, payload, type) => {
      const { email } = await shop.customer();
      const named = `identifier=${encodeURIComponent(email)}`;
      expect(await get(`/api/v2/memberships/details?${named}`, payload, type)).toBe(200);
      expect(await get("/api/rewards", payload, type)).toBe(200);
    });

    it.each(bodies)(
      "is refused where the query lacks a parameter: %s",
      async (_, payload, type) => {
        const status = await get("/api/v2/memberships/details?user=", payload, type);
        expect(status).toBe(type.startsWith("application/json") ? 400 : 415);
      },
    );
  });

  describe("a customer", () => {
    it.each(["identifier", "user_email"])("is named by %s", async (name) => {
      const customer = await shop.customer();
      const reward = await rewardOf();
      const body = { [name]: customer.email, reward: reward.id, store: shop.store.id };
      for (const [status, answer] of [
        await shop.call(REWARD, body),
        await shop.callTrpc("redemptions.redeemReward", body),
      ])
        expect([status, answer]).toMatchObject([200, { membership: { id: customer.id } }]);
    });

    it.each(["id", "user", "user_email"])("is named by %s where they change", async (name) => {
      const { id, email } = await shop.customer();
      const changed = await shop.call("/api/memberships/change", { [name]: email, gender: "m" });
      expect(changed.slice(0, 2)).toMatchObject([200, { customer: { id, gender: "m" } }]);
    });

    it.each([
      ["/api/v2/memberships/register", "phone", "0812 0000 0301"],
      ["/api/memberships/register", "mobile_number", "0812 0000 0302"],
    ])(
      "registers on %s with %s, and is refused on the documented name",
      async (path, name, number) => {
        expect((await shop.call(path, { name: "Ayu", [name]: number }))[0]).toBe(200);
        const [status, answer] = await shop.call(path, { name: "Budi", [name]: number });
        const documented = name === "phone" ? "mobile_number" : "phone";
        const said = "Another member has this mobile number.";
        expect([status, answer]).toMatchObject([400, { errors: { [documented]: said } }]);
      },
    );

    it("is named by user where that comes too", async () => {
      const [one, other] = [await shop.customer(), await shop.customer()];
      const voucher = await shop.voucherOf(one.id);
      const [status, answer] = await shop.call(BY_CODE, {
        identifier: other.email,
        user: one.email,
        voucher_code: voucher.code,
        voucher_template: voucher.template.id,
        store: shop.store.id,
      });
      expect([status, answer]).toMatchObject([200, { customer: { id: one.id } }]);
    });

    it("who is unknown is refused on the documented name", async () => {
      const reward = await rewardOf();
      const body = { user_email: "no@one.com", reward: reward.id, store: shop.store.id };
      const unknown = refusal("invalid_user", "user", "User not found");
      expect((await shop.call(REWARD, body))[1]).toEqual(unknown);
      expect((await shop.call("/api/auth/validate-password", { email: "no@one.com" }))[1]).toEqual(
        refusal("required", "password", "This field is required."),
      );
    });
  });

  describe("the merchant", () => {
    const send = async (sent: object) => {
      const customer = await shop.customer();
      const reward = await rewardOf();
      const body = { user: customer.email, reward: reward.id, store: shop.store.id, ...sent };
      return shop.call(REWARD, body);
    };

    it("may be sent where it is the token's", async () => {
      const { id, name } = shop.merchant;
      for (const sent of [
        { merchant: id },
        { merchant: String(id) },
        { merchant: name },
        { merchant_id: id },
        { merchant: null, merchant_id: "" },
      ])
        expect((await send(sent))[0]).toBe(200);
    });

    it("is refused where it is another", async () => {
      const message = "The merchant of the token is expected.";
      for (const value of [shop.merchant.id + 1, "another", {}, true]) {
        expect((await send({ merchant: value }))[1]).toEqual(
          refusal("invalid", "merchant", message),
        );
        expect((await send({ merchant_id: value }))[1]).toEqual(
          refusal("invalid", "merchant_id", message),
        );
      }
      const [status, failure] = await shop.callTrpc("redemptions.cancel", {
        id: 1,
        merchant_id: 7e9,
      });
      expect([status, failure]).toMatchObject([400, { code: "invalid", field: "merchant_id" }]);
    });
  });

  it("redeems a reward and takes it back, with numbers in strings and Booleans in words", async () => {
    const customer = await shop.customer(20);
    const reward = await rewardOf();
    const [status, answer] = await shop.call(REWARD, {
      user_email: customer.email,
      store_id: shop.store.code.toLowerCase(),
      reward: String(reward.id),
      qty: "2",
      channel: "2",
      invoice_number: 1042,
      merchant_id: String(shop.merchant.id),
    });
    expect([status, answer]).toMatchObject([200, { membership: { stamps_remaining: 10 } }]);
    const { redemption } = answer as { redemption: { id: number } };
    const canceled = await shop.call("/api/redemptions/cancel", {
      id: String(redemption.id),
      create_replacement_voucher: "False",
    });
    expect(canceled.slice(0, 2)).toMatchObject([200, { customer: { stamps_remaining: 20 } }]);
  });
});
