import { describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { refusal, shopOfSuite } from "../../shop.ts";

const REWARD = "/api/v2/redemptions/redeem-reward";
const VOUCHER = "/api/v2/redemptions/redeem-voucher";

contract("redeem-reward and redeem-voucher by a code", (house) => {
  const shop = shopOfSuite(house);
  const given = async () => {
    const customer = await shop.customer();
    return { customer, who: { user: customer.email, store: shop.store.id } };
  };
  const call = async (path: string, body: object, options = {}) =>
    (await shop.call(path, body, options)).slice(0, 2);

  describe("a reward", () => {
    const rewardOf = (code: string) =>
      house.given.reward(shop.merchant, { stampsToRedeem: 5, code, codeKey: code.toUpperCase() });

    it("is named by its code in any letter case, over REST and tRPC", async () => {
      const { who } = await given();
      const reward = await rewardOf("Kopi-1");
      const shown = { reward: { id: reward.id, code: "Kopi-1" } };
      expect(await call(REWARD, { ...who, reward: " kopi-1 " })).toMatchObject([200, shown]);
      const body = { ...who, reward: "KOPI-1" };
      expect(await shop.callTrpc("redemptions.redeemReward", body)).toMatchObject([200, shown]);
    });

    it("digits are an id first, then a code; after a zero they are a code", async () => {
      const { who } = await given();
      const byId = await rewardOf("Kopi-2");
      await rewardOf(String(byId.id));
      const byCode = await rewardOf("7700077");
      const zeros = await rewardOf(`00${byId.id}`);
      for (const [named, { id }] of [
        [byId.id, byId],
        [String(byId.id), byId],
        [7700077, byCode],
        ["7700077", byCode],
        [`00${byId.id}`, zeros],
      ] as const)
        expect(await call(REWARD, { ...who, reward: named })).toMatchObject([
          200,
          { reward: { id } },
        ]);
    });

    it("that nobody knows is refused once, and replayed by its key", async () => {
      const { who } = await given();
      const unknown = refusal("invalid_reward", "reward", "Reward not found");
      for (const reward of ["NOPE", 999_999_999, "999999999"])
        expect(await call(REWARD, { ...who, reward })).toEqual([400, unknown]);
      const reward = await rewardOf("Kopi-3");
      const headers = { "idempotency-key": "a reward by its code" };
      const [, first] = await call(REWARD, { ...who, reward: reward.code }, { headers });
      expect(await call(REWARD, { ...who, reward: "KOPI-3" }, { headers })).toEqual([200, first]);
      expect(await call(REWARD, { ...who, reward: "kopi-1" }, { headers })).toMatchObject([
        422,
        { error_code: "idempotency_key_reused" },
      ]);
    });
  });

  describe("a voucher", () => {
    const unknown = refusal("invalid_voucher", "voucher", "Voucher not found");

    it("is named by its code, and answered as by its id", async () => {
      const { customer, who } = await given();
      const voucher = await shop.voucherOf(customer.id);
      const body = { ...who, voucher: voucher.code.toLowerCase() };
      expect(await call(VOUCHER, body)).toMatchObject([
        200,
        { voucher: { id: voucher.id, code: voucher.code, type: "voucher" } },
      ]);
      expect(await call(VOUCHER, body)).toMatchObject([
        400,
        { error_code: "voucher_already_redeemed", errors: { voucher: expect.any(String) } },
      ]);
    });

    it("digits are an id first, then a code", async () => {
      const { customer, who } = await given();
      const byId = await shop.voucherOf(customer.id);
      const clash = String(byId.id);
      const other = await shop.voucherOf(customer.id, { code: clash, codeKey: clash });
      const byCode = await shop.voucherOf(customer.id, { code: "88000088", codeKey: "88000088" });
      expect(await call(VOUCHER, { ...who, voucher: clash })).toMatchObject([
        200,
        { voucher: { id: byId.id } },
      ]);
      expect(await call(VOUCHER, { ...who, voucher: 88000088 })).toMatchObject([
        200,
        { voucher: { id: byCode.id } },
      ]);
      expect(await call(VOUCHER, { ...who, voucher: other.id })).toMatchObject([200, {}]);
    });

    it("of nobody is unknown by its code, and another customer's is theirs", async () => {
      const { who } = await given();
      const free = await shop.voucherOf(null);
      expect(await call(VOUCHER, { ...who, voucher: free.code })).toEqual([400, unknown]);
      const theirs = await shop.voucherOf((await given()).customer.id);
      expect(await call(VOUCHER, { ...who, voucher: theirs.code })).toMatchObject([
        400,
        { error_code: "invalid_voucher_owner", errors: { user: expect.any(String) } },
      ]);
    });

    it("codes that nobody knows are counted, also digits that are no id", async () => {
      const { customer, who } = await given();
      const voucher = await shop.voucherOf(customer.id);
      const token = await house.tokenOf(shop.merchant);
      for (let guess = 0; guess < 60; guess++) {
        const named = guess % 2 ? `NOPE-${guess}` : 990_000_000 + guess;
        expect(await call(VOUCHER, { ...who, voucher: named }, { token })).toEqual([400, unknown]);
      }
      for (const named of ["NOPE", 990_000_000, voucher.code])
        expect(await call(VOUCHER, { ...who, voucher: named }, { token })).toMatchObject([
          429,
          { error_code: "too_many_attempts", errors: { voucher: expect.any(String) } },
        ]);
      // a voucher's id does not count as a guess
      expect((await call(VOUCHER, { ...who, voucher: voucher.id }, { token }))[0]).toBe(200);
    });
  });
});
