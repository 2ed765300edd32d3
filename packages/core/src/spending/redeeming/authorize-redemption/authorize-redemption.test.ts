import { createIds, schema } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import { Secret } from "../../../foundation/secret.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, refusalOf, runFor } from "../../../testing/index.ts";
import { redeemReward } from "../redeem-reward/redeem-reward.ts";
import { openPins } from "./authorize-redemption.cases.ts";
import { authorizations, authorizeRedemption } from "./authorize-redemption.ts";

const t = harnessOfFile();

/** Makes a customer with 10 stamps and the PIN 123456. The merchant requires authorization by PIN. */
async function setting(membership: Partial<typeof schema.memberships.$inferInsert> = {}) {
  const merchant = await t.given.merchant({ redemptionPinAuthorization: true });
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 10, ...membership });
  const reward = await t.given.reward(merchant);
  const owner = { merchantId: merchant.id, customerId: customer.id };
  const verifier = await t.deps.secrets.hashPin(owner, "123456");
  await t.db.insert(schema.pins).values({ ...owner, verifier });
  const authorize = (changes = {}, ctx = t.as(merchant)) =>
    authorizeRedemption(ctx, {
      user: customer.id,
      pin: new Secret("123456"),
      requestId: "order 7",
      timeout: 60,
      ...changes,
    });
  const redeem = (requestId: string, clockOffsetMs = 0) =>
    redeemReward(t.as(merchant, { clockOffsetMs }), {
      ...plain,
      user: customer.email,
      store: store.id,
      reward: reward.id,
      qty: 1,
      stamps: null,
      requestId,
    });
  return { merchant, customer, authorize, redeem };
}

describe("a right PIN", () => {
  test("authorizes the request for so many seconds by the database's clock, once", async () => {
    const { merchant, customer, authorize, redeem } = await setting();
    const before = await t.rows(merchant);
    const clockOffsetMs = t.offsetTo("2027-01-30T05:00:00Z");
    await authorize({ timeout: 86_400 }, t.as(merchant, { clockOffsetMs }));
    expect(await t.written(merchant, before)).toEqual({
      redemptionAuthorizations: [
        {
          id: expect.any(Number),
          customerId: customer.id,
          requestId: "order 7",
          expiresAt: expect.stringMatching(/^2027-01-31 05:00:/),
        },
      ],
    });
    await redeem("order 7", clockOffsetMs + 86_000_000);
    expect((await refusalOf(redeem("order 7", clockOffsetMs))).code).toBe("authorization_required");
  });

  test("opens a request again, whichever process is asked", async () => {
    const { merchant, authorize, redeem } = await setting();
    const later = 120_000;
    // the first call takes a block of ids, so the third call, from that block, has a lower id than the second
    await authorize({ requestId: "order 6" });
    await authorize({}, t.as(merchant, { ids: createIds(t.db) }));
    await authorize({}, t.as(merchant, { clockOffsetMs: later }));
    expect((await redeem("order 7", later)).redemption.status).toBe("Created");
  });

  test("authorizes nothing longer than that, and no other request", async () => {
    const { authorize, redeem } = await setting();
    await authorize({ timeout: 60 });
    for (const call of [() => redeem("order 7", 60_000), () => redeem("order 8")])
      expect((await refusalOf(call())).code).toBe("authorization_required");
    await redeem("order 7");
  });
});

describe("what is refused", () => {
  test("a wrong PIN: it is counted, and staff can see that it was tried", async () => {
    const { merchant, customer, authorize } = await setting();
    const before = await t.rows(merchant);
    const refusal = await refusalOf(authorize({ pin: new Secret("654321") }));
    expect(refusal).toMatchObject({
      code: "invalid_pin",
      message: "Invalid PIN, 2 attempt(s) left",
    });
    expect(await t.written(merchant, before)).toEqual({
      refusals: [
        {
          id: expect.any(Number),
          operation: "redemptions.authorize",
          subject: "request order 7",
          code: "invalid_pin",
          message: refusal.message,
          rule: refusal.rule,
          customerId: customer.id,
          caller: "token:1",
        },
      ],
    });
  });

  test("a customer who is not there", async () => {
    const { authorize } = await setting();
    expect(await refusalOf(authorize({ user: "nobody" }))).toMatchObject({
      code: "invalid_user",
      message: "User not found",
    });
  });

  test.each([
    ["blocked", { isBlocked: true }],
    ["suspended", { status: 300 }],
  ])("a membership that is %s, without a look at the PIN", async (_, membership) => {
    const { authorize } = await setting(membership);
    for (const _ of [1, 2, 3, 4])
      expect((await refusalOf(authorize({ pin: new Secret("654321") }))).code).toBe(
        "membership_blocked",
      );
  });
});

describe("the PIN of a call", () => {
  test("may be of several calls of a batch, of which each gets its own answer", async () => {
    const { merchant, call } = await openPins(t);
    const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
    const { customer } = await call();
    const calls = [await call(), await call(), await call({ call: { verifier: "wrong" } })];
    const ofOne = calls.map((each) => ({ ...each, customer }));
    expect(await run(authorizations.statement, ofOne)).toEqual([true, true, false]);
  });

  test("is not that of another merchant's customer with the same id", async () => {
    const other = await (await openPins(t)).call({ pin: { verifier: "another merchant's" } });
    const { merchant, call } = await openPins(t);
    const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
    const own = await call({ customer: { id: other.customer } });
    const wrong = { ...own, verifier: "another merchant's" };
    for (const [one, isDone] of [
      [wrong, false],
      [own, true],
    ] as const)
      expect(await run(authorizations.statement, [one], "wait")).toEqual([isDone]);
  });
});
