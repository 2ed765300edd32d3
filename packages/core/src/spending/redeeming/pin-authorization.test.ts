import { createIds } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain, type Ready, refusalOf, ways } from "../../testing/index.ts";
import { redeemReward } from "./redeem-reward/redeem-reward.ts";

const t = harnessOfFile();

const asked = { redemptionPinAuthorization: true };
const minute = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();

/** Spends an authorization on a reward that costs nothing. */
async function redeemSomethingElse(
  merchant: Ready["merchant"],
  customer: Ready["customer"],
  store: Ready["store"],
  requestId: string,
) {
  const free = await t.given.reward(merchant, { stampsToRedeem: 0 });
  await redeemReward(t.as(merchant), {
    ...plain,
    user: customer.email,
    store: store.id,
    reward: free.id,
    qty: 1,
    stamps: null,
    requestId,
  });
}

describe.each(Object.entries(ways))("%s, where the merchant asks for the PIN", (_, way) => {
  const prepare = async (settings = asked) => {
    const ready = await way.prepare(t, settings);
    const { merchant, customer } = ready;
    const authorize = (row = {}) =>
      t.given.authorization(merchant, { customerId: customer.id, ...row });
    const redeem = (requestId: string | null, offsetMs = 0) =>
      ready.redeem(t.as(merchant, { clockOffsetMs: offsetMs }), { requestId });
    return { ...ready, authorize, redeem };
  };

  test("a live authorization opens it, and is spent with the redemption", async () => {
    const { merchant, authorize, redeem } = await prepare();
    const { id, requestId } = await authorize();
    const before = await t.rows(merchant);
    const { redemption } = await redeem(requestId);
    const { redemptionAuthorizations, redemptionLines = [] } = await t.written(merchant, before);
    expect(redemptionAuthorizations).toEqual([{ id, spentByRedemptionId: redemption.id }]);
    expect(redemptionLines.map((line) => line.requestId)).toEqual(
      redemptionLines.map(() => requestId),
    );
  });

  // the tests of the operations' checks show the others
  test.each([
    ["another customer's", "This request is not authorized", "not authorized"],
    ["another merchant's", "This request is not authorized", "not authorized"],
    ["spent", "This authorization was already used", "used"],
  ])("%s does not", async (which, message, found) => {
    const { merchant, customer, store, subject, authorize, redeem } = await prepare();
    const other = await t.given.customer(merchant);
    const stranger = await ways.redeemReward.prepare(t);
    const spent = await authorize();
    await redeemSomethingElse(merchant, customer, store, spent.requestId);
    const requests: Record<string, string> = {
      "another customer's": (await authorize({ customerId: other.id })).requestId,
      "another merchant's": (
        await t.given.authorization(stranger.merchant, { customerId: stranger.customer.id })
      ).requestId,
      spent: spent.requestId,
    };
    const before = await t.rows(merchant);
    const refusal = await refusalOf(redeem(requests[which] ?? null));
    expect(refusal).toMatchObject({
      code: "authorization_required",
      message: expect.stringMatching(`${message}$`),
    });
    expect(await t.written(merchant, before)).toEqual({
      refusals: [
        {
          id: expect.any(Number),
          operation: way.operation,
          subject,
          code: "authorization_required",
          message: refusal.message,
          rule: "redemption is authorized by PIN",
          expected: "a live authorization",
          found,
          storeId: store.id,
          customerId: customer.id,
          caller: "token:1",
        },
      ],
    });
  });

  test("it lapses by the database's clock", async () => {
    const { authorize, redeem } = await prepare();
    const { requestId } = await authorize({ expiresAt: inMinutes(10) });
    expect(await refusalOf(redeem(requestId, 11 * minute))).toMatchObject({
      message: expect.stringMatching(/expired$/),
    });
    expect((await redeem(requestId, 9 * minute)).redemption.status).toBe("Created");
  });

  test("the newest for a request counts: given again, it opens again", async () => {
    const { merchant, authorize, redeem } = await prepare();
    await authorize({ requestId: "again", expiresAt: inMinutes(-1) });
    const { id } = await authorize({ requestId: "again" });
    const before = await t.rows(merchant);
    await redeem("again");
    expect((await t.written(merchant, before)).redemptionAuthorizations).toMatchObject([{ id }]);
  });

  test("the newest goes by time: another process's older one may have the higher id", async () => {
    const { merchant, customer, redeem } = await prepare();
    const id = await t.deps.ids.take(merchant.id, "redemption_authorizations");
    const elsewhere = createIds(t.db);
    await t.given.authorization(merchant, {
      customerId: customer.id,
      id: await elsewhere.take(merchant.id, "redemption_authorizations"),
      requestId: "again",
      createdAt: inMinutes(-2),
      expiresAt: inMinutes(-1),
    });
    await t.given.authorization(merchant, { customerId: customer.id, id, requestId: "again" });
    const before = await t.rows(merchant);
    await redeem("again");
    expect((await t.written(merchant, before)).redemptionAuthorizations).toMatchObject([{ id }]);
  });

  test("where it does not ask, a request is kept and nothing is spent", async () => {
    const { merchant, authorize, redeem } = await prepare({ redemptionPinAuthorization: false });
    const { requestId } = await authorize();
    const before = await t.rows(merchant);
    await redeem(requestId);
    const { redemptionAuthorizations, redemptionLines } = await t.written(merchant, before);
    expect(redemptionAuthorizations).toBeUndefined();
    expect(redemptionLines?.[0]).toMatchObject({ requestId });
  });
});
