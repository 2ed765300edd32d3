import { inTransaction, schema } from "@stampbook/db";
import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { notInStore, openShop, refusal, type Shop, someMessage, withoutScope } from "../../shop.ts";

const PATH = "/api/v2/outcomes";
const SALE = "/api/v2/transactions/add";
const BRIEF = "/api/transactions/add";
const VISIT = "/api/v2/transactions/add-with-redemptions";
const REWARD = "/api/v2/redemptions/redeem-reward";
const ADD = "/api/redemptions/add";
const REGISTER = "/api/v2/memberships/register";

const { idempotencyKeys: keys } = schema;

contract("outcomes (D4)", (house) => {
  let shop: Shop;
  let last = 0;
  beforeAll(async () => {
    shop = await openShop(house);
  });

  const newKey = () => `t3-${++last}`;
  const ask = async (operation: string, key: string, token = shop.token) =>
    (await shop.call(PATH, { operation, key }, { token })).slice(0, 2);
  const nothing = { created: null, kept_until: null, answer: null };
  const unknown = (operation: string) => [200, { state: "unknown", operation, ...nothing }];
  const done = (operation: string, answer: unknown) => [
    200,
    {
      state: "done",
      operation,
      created: expect.any(Number),
      kept_until: expect.any(Number),
      answer,
    },
  ];
  /** Sends a call that succeeds, and returns its key and its answer. */
  async function succeed(path: string, body: object, of = shop) {
    const key = newKey();
    const headers = { "idempotency-key": key };
    const [status, answer] = await of.call(path, body, { headers });
    expect([status, answer]).toEqual([200, expect.anything()]);
    return { key, answer };
  }
  const saleIn = (store: number, of: object = {}) => ({
    store,
    invoice_number: `INV-${++last}`,
    total_value: 95_000,
    ...of,
  });

  it("answers what was done, over REST and tRPC, by path and by name", async () => {
    const before = Math.floor(Date.now() / 1000) - 1;
    const { email: user } = await shop.customer();
    const { key, answer } = await succeed(SALE, saleIn(shop.store.id, { user }));
    const whole = done("transactions.add", answer);
    for (const operation of [SALE, `${SALE}/`, "transactions.add"])
      expect(await ask(operation, key)).toEqual(whole);
    const input = { operation: SALE, key };
    expect(await shop.callTrpc("outcomes.byKey", input)).toEqual(whole);
    const [, shown] = await ask(SALE, key);
    const { created, kept_until } = shown as { created: number; kept_until: number };
    expect(created).toBeGreaterThanOrEqual(before);
    expect(kept_until - created).toBe(7 * 24 * 3600);
  });

  it("knows nothing of a key that was not written, was refused, or is of another operation", async () => {
    expect(await ask(SALE, newKey())).toEqual(unknown("transactions.add"));
    const key = newKey();
    const refused = { ...saleIn(shop.store.id), user: "nobody@example.com" };
    const headers = { "idempotency-key": key };
    expect((await shop.call(SALE, refused, { headers }))[0]).toBe(400);
    expect(await ask(SALE, key)).toEqual(unknown("transactions.add"));
    const sold = await succeed(SALE, saleIn(shop.store.id));
    expect(await ask("stamps.add", sold.key)).toEqual(unknown("stamps.add"));
  });

  it("knows nothing of another merchant's key", async () => {
    const other = await openShop(house);
    const { key, answer } = await succeed(SALE, saleIn(other.store.id), other);
    expect(await ask(SALE, key)).toEqual(unknown("transactions.add"));
    expect(await ask(SALE, key, other.token)).toEqual(done("transactions.add", answer));
  });

  it("knows nothing of a key that is older than a week", async () => {
    const { key } = await succeed(SALE, saleIn(shop.store.id));
    await house.core.db.execute(
      `update idempotency_keys set created_at = now() - interval '7 days 1 minute'
       where merchant_id = ${shop.merchant.id} and key = '${key}'`,
    );
    expect(await ask(SALE, key)).toEqual(unknown("transactions.add"));
  });

  it("says that a call is running while another transaction holds its key", async () => {
    const key = newKey();
    const row = { merchantId: shop.merchant.id, key, fingerprint: "", operation: "" };
    const undone = new Error("undone");
    const holding = inTransaction(house.core.db, async (tx) => {
      await tx.insert(keys).values({ ...row, operation: "redemptions.redeemVoucher" });
      // redemptions/add may write the key of either operation
      for (const operation of ["redemptions.redeemVoucher", "redemptions.add"])
        expect(await ask(operation, key)).toEqual([
          200,
          { state: "running", operation, ...nothing },
        ]);
      expect(await ask(REWARD, key)).toEqual(unknown("redemptions.redeemReward"));
      throw undone;
    });
    await expect(holding).rejects.toBe(undone);
    expect(await ask(ADD, key)).toEqual(unknown("redemptions.add"));
  });

  it("finds the key of operations that share their keys by each name, in the form of that name", async () => {
    const sold = await succeed(SALE, saleIn(shop.store.id));
    const { transaction } = sold.answer as { transaction: { id: number } };
    expect(await ask(BRIEF, sold.key)).toEqual(
      done("transactions.addBrief", {
        transaction: { id: transaction.id, value: 95_000, stamps_earned: 0, stamps_paid_off: 0 },
        customer: null,
      }),
    );
    const { id } = await house.given.reward(shop.merchant, { stampsToRedeem: 2 });
    const { id: user } = await shop.customer();
    const redeemed = await succeed(REWARD, { user, reward: id, store: shop.store.id });
    const { redemption } = redeemed.answer as { redemption: { id: number; reward: string } };
    expect(await ask(ADD, redeemed.key)).toEqual(
      done("redemptions.add", {
        redemption: { id: redemption.id, reward: redemption.reward, stamps_used: 2 },
        customer: { id: user, stamps_remaining: 248 },
      }),
    );
  });

  it("knows nothing more of calls that showed a member whose data is erased", async () => {
    const { email: user } = await shop.customer();
    const { key } = await succeed(SALE, saleIn(shop.store.id, { user }));
    const erase = { identifier: user };
    expect((await shop.call("/api/v2/memberships/anonymize", erase))[0]).toBe(200);
    expect(await ask(SALE, key)).toEqual(unknown("transactions.add"));
  });

  describe("before it says anything about the key", () => {
    it("asks for the operation's scope", async () => {
      const token = await house.tokenOf(shop.merchant, { scopes: ["redemptions"] });
      const { key } = await succeed(SALE, saleIn(shop.store.id));
      for (const each of [key, newKey()])
        expect(await ask(SALE, each, token)).toEqual([403, withoutScope("transactions")]);
    });

    it("asks for the scopes of what a visit did", async () => {
      const { id: user } = await shop.customer();
      const { id: reward } = await house.given.reward(shop.merchant);
      const lines = { user, reward_redemptions: [{ reward }] };
      const visited = await succeed(VISIT, saleIn(shop.store.id, lines));
      const sold = await succeed(VISIT, saleIn(shop.store.id));
      const token = await house.tokenOf(shop.merchant, { scopes: ["transactions"] });
      expect(await ask(VISIT, visited.key, token)).toEqual([403, withoutScope("redemptions")]);
      expect(await ask(VISIT, sold.key, token)).toEqual(
        done("transactions.addWithRedemptions", sold.answer),
      );
    });

    it("asks for the store of the sale, the redemption, the award, the visit and the member", async () => {
      const { store: own } = shop;
      const other = await house.given.store(shop.merchant);
      const token = await house.tokenOf(shop.merchant, { stores: [own.id] });
      const { id: reward } = await house.given.reward(shop.merchant);
      const { code } = await shop.voucherOf(null);
      const { id: user } = await shop.customer();
      const member = { name: "Ayu", email: `new${++last}@example.com` };
      const calls: readonly [string, object][] = [
        [SALE, saleIn(other.id, { user })],
        [VISIT, saleIn(other.id, { user, reward_redemptions: [{ reward }] })],
        [REWARD, { user, reward, store: other.id }],
        ["/api/vouchers/redeem", { identifier: user, voucher_code: code, store: other.id }],
        ["/api/stamps/add", { user, store: other.id, number_of_stamps: 1 }],
        [REGISTER, { ...member, store: other.id }],
      ];
      for (const [path, body] of calls) {
        const { key } = await succeed(path, body);
        expect([path, await ask(path, key, token)]).toEqual([path, [403, notInStore(other.id)]]);
        expect(await ask(path, key)).toMatchObject([200, { state: "done" }]);
      }
      const sold = await succeed(SALE, saleIn(own.id, { user }));
      expect(await ask(SALE, sold.key, token)).toEqual(done("transactions.add", sold.answer));
    });
  });

  it("hides voucher codes of a cancel from a token without the scope `vouchers`", async () => {
    const { id: user } = await shop.customer();
    const { id: voucher } = await shop.voucherOf(user);
    const redeemed = { user, voucher, store: shop.store.id };
    const { answer } = await succeed("/api/v2/redemptions/redeem-voucher", redeemed);
    const { redemption } = answer as { redemption: { id: number } };
    const CANCEL = "/api/redemptions/cancel";
    const cancel = { id: redemption.id, create_replacement_voucher: true };
    const { key } = await succeed(CANCEL, cancel);
    const shown = async (token?: string) => {
      const [, outcome] = await ask(CANCEL, key, token);
      return (outcome as { answer: { voucher: object } }).answer.voucher;
    };
    const token = await house.tokenOf(shop.merchant, { scopes: ["redemptions"] });
    expect(await shown()).toHaveProperty("code");
    expect(await shown(token)).not.toHaveProperty("code");
  });

  it.each([
    ["operation", "required", { operation: "" }],
    ["operation", "invalid_choice", { operation: "/api/v2/nothing" }],
    ["operation", "invalid_choice", { operation: "/api/bookings/add" }],
    ["operation", "invalid_choice", { operation: "members.details" }],
    ["operation", "invalid_choice", { operation: "staff.customers.adjustStamps" }],
    ["key", "required", { key: "" }],
    ["key", "invalid", { key: "é" }],
    ["key", "max_length", { key: "k".repeat(256) }],
  ])("refuses a wrong %s with %s", async (field, code, change) => {
    const input = { operation: SALE, key: "k", ...change };
    const answer = await shop.call(PATH, input);
    expect(answer.slice(0, 2)).toEqual([400, refusal(code, field, someMessage)]);
    const [, failure] = await shop.callTrpc("outcomes.byKey", input);
    expect(failure).toMatchObject({ code, field });
  });

  it("names the paths that may be asked about", async () => {
    const [, body] = await shop.call(PATH, { operation: "nothing", key: "k" });
    expect((body as { error_message: string }).error_message).toContain(`${SALE}, `);
  });
});
