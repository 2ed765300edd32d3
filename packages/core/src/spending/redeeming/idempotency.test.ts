import { connect, isDatabaseError, type OpenDb } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CoreContext, Merchant } from "../../foundation/context.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import {
  createHarness,
  operations,
  plain,
  redeemingOperations,
  refusalOf,
  ways,
} from "../../testing/index.ts";
import { cancelRedemption } from "./cancel-redemption/cancel-redemption.ts";
import { redeemMultipleRewards } from "./redeem-multiple-rewards/redeem-multiple-rewards.ts";
import { redeemReward } from "./redeem-reward/redeem-reward.ts";
import type { Redeemed, RedeemInput } from "./types.ts";

const t = harnessOfFile();

const day = 86_400_000;
const minute = 60_000;

/** The input of a call for one reward. */
type Paying = RedeemInput & { readonly reward: { readonly id: number; readonly code: string } };

const bytes = (outcome: Redeemed) => JSON.stringify(outcome);

describe.each(operations)("$name with a key", ({ name, prepare }) => {
  test("is told again as it was told first, and changes nothing more", async () => {
    const { merchant, call } = await prepare(t);
    const before = await t.rows(merchant);
    const [first, second] = [t.keyed(merchant, "k"), t.keyed(merchant, "k")];
    const told = bytes(await call(first));
    expect(await t.written(merchant, before)).toMatchObject({
      idempotencyKeys: [{ operation: name, key: "k", fingerprint: "f" }],
      idempotencyOutcomes: [{ operation: name, key: "k" }],
    });
    const between = await t.rows(merchant);
    expect(bytes(await call(second))).toBe(told);
    expect([first.replays(), second.replays()]).toEqual([0, 1]);
    expect(await t.written(merchant, between)).toEqual({});
  });

  test("with another request is refused, and changes nothing", async () => {
    const { merchant, call } = await prepare(t);
    await call(t.keyed(merchant, "k", "one"));
    const before = await t.rows(merchant);
    expect(await refusalOf(call(t.keyed(merchant, "k", "other")))).toMatchObject({
      code: "idempotency_key_reused",
      message: "This key was used with another request.",
    });
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("means nothing to another merchant", async () => {
    const [one, other] = [await prepare(t), await prepare(t)];
    await one.call(t.keyed(one.merchant, "k", "one"));
    const ctx = t.keyed(other.merchant, "k", "other");
    const before = await t.rows(one.merchant);
    expect((await other.call(ctx)).redemption.id).toEqual(expect.any(Number));
    expect(ctx.replays()).toBe(0);
    expect(await t.written(one.merchant, before)).toEqual({});
  });

  test("is told again six days later, and judged anew after seven", async () => {
    const { merchant, call } = await prepare(t);
    const told = bytes(await call(t.keyed(merchant, "k")));
    const at = (offset: number) => {
      const ctx = t.keyed(merchant, "k");
      return { ...ctx, clockOffsetMs: offset };
    };
    const young = at(7 * day - minute);
    expect(bytes(await call(young))).toBe(told);
    expect(young.replays()).toBe(1);
    const aged = at(7 * day + minute);
    const outcome = await call(aged).then(bytes, () => "refused on its own merits");
    expect(aged.replays()).toBe(0);
    expect(outcome).toBe(name === "redemptions.cancel" ? told : "refused on its own merits");
  });

  test("20 at once: one effect, equal answers", async () => {
    const { merchant, call } = await prepare(t);
    const all = await Promise.all(
      Array.from({ length: 20 }, async () => bytes(await call(t.keyed(merchant, "k")))),
    );
    expect(new Set(all).size).toBe(1);
  });
});

describe.each(redeemingOperations)("$name with a key", ({ prepare }) => {
  test("that was refused is judged anew", async () => {
    const { merchant, call } = await prepare(t);
    const ctx = t.keyed(merchant, "k");
    expect(await refusalOf(call(ctx, { user: "nobody@example.com" }))).toMatchObject({
      code: "invalid_user",
    });
    expect((await call(ctx)).redemption.status).toBe("Created");
    expect(ctx.replays()).toBe(0);
  });

  test("T24: a refused call is not told another merchant's answer under the same key", async () => {
    const [one, other] = [await prepare(t), await prepare(t)];
    await one.call(t.keyed(one.merchant, "k"));
    const ctx = t.keyed(other.merchant, "k");
    expect(await refusalOf(other.call(ctx, { user: "nobody@example.com" }))).toMatchObject({
      code: "invalid_user",
    });
    expect(ctx.replays()).toBe(0);
  });

  test("is told again though the member was blocked since", async () => {
    const { merchant, call } = await prepare(t);
    const first = await call(t.keyed(merchant, "k"), { extraData: { a: [1, "é"] } });
    await t.given.block(merchant, first.customer);
    expect(bytes(await call(t.keyed(merchant, "k")))).toBe(bytes(first));
  });

  test("is told again though it was canceled since", async () => {
    const { merchant, call } = await prepare(t);
    const first = await call(t.keyed(merchant, "k"));
    const { id } = first.redemption;
    await cancelRedemption(t.as(merchant), { redemptionId: id, createReplacementVoucher: false });
    const before = await t.rows(merchant);
    expect(bytes(await call(t.keyed(merchant, "k")))).toBe(bytes(first));
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("is told again to no token that may not act in the store", async () => {
    const { merchant, call } = await prepare(t);
    await call(t.keyed(merchant, "k"));
    const elsewhere = await t.given.store(merchant);
    const { caller } = t.within(merchant, [elsewhere.id]);
    const ctx = t.keyed(merchant, "k");
    expect(await refusalOf(call({ ...ctx, caller }))).toMatchObject({ code: "permission_denied" });
    expect(ctx.replays()).toBe(0);
  });
});

test.each([
  [
    "a reward",
    (ctx: CoreContext, { reward, ...input }: Paying) =>
      redeemReward(ctx, { ...input, reward: reward.id, qty: 1, stamps: null }),
  ],
  [
    "several rewards",
    (ctx: CoreContext, { reward: { code }, requestId, extraData: _, ...input }: Paying) =>
      redeemMultipleRewards(ctx, {
        ...input,
        rewards: [{ code, qty: 1, stamps: null, requestId }],
      }),
  ],
] as const)(
  "T36: 20 at once of a customer who could pay for all: one charge, equal answers (%s)",
  async (_, redeem) => {
    const merchant = await t.given.merchant();
    const store = await t.given.store(merchant);
    const customer = await t.given.customer(merchant, {}, { stamps: 100 });
    const reward = await t.given.reward(merchant, { stampsToRedeem: 1 });
    const input = { ...plain, user: customer.email, store: store.id, reward };
    const before = await t.rows(merchant);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => redeem(t.keyed(merchant, "k"), input)),
    );
    expect(new Set(all.map(bytes)).size).toBe(1);
    expect(all[0]?.membership.stamps).toBe(99);
    expect((await t.written(merchant, before)).redemptions).toHaveLength(1);
  },
);

test("a key is the operation's own", async () => {
  const { merchant, redeem } = await ways.redeemReward.prepare(t);
  const { redemption } = await redeem(t.keyed(merchant, "k", "one"));
  const cancel = t.keyed(merchant, "k", "other");
  const done = await cancelRedemption(cancel, {
    redemptionId: redemption.id,
    createReplacementVoucher: false,
  });
  expect(done.redemption).toMatchObject({ id: redemption.id, status: "Canceled" });
  expect(cancel.replays()).toBe(0);
});

test("a cancel of what is canceled is kept under its own key, and changes nothing", async () => {
  const { merchant, redeem } = await ways.redeemReward.prepare(t);
  const { redemption } = await redeem(t.as(merchant));
  const input = { redemptionId: redemption.id, createReplacementVoucher: false };
  await cancelRedemption(t.as(merchant), input);
  const before = await t.rows(merchant);
  const calls = Array.from({ length: 5 }, () => t.keyed(merchant, "late"));
  const told = await Promise.all(calls.map((ctx) => cancelRedemption(ctx, input).then(bytes)));
  expect(new Set(told).size).toBe(1);
  expect(Object.keys(await t.written(merchant, before))).toEqual([
    "idempotencyKeys",
    "idempotencyOutcomes",
  ]);
  await redeem(t.as(merchant));
  const again = t.keyed(merchant, "late");
  expect(bytes(await cancelRedemption(again, input))).toBe(told[0]);
  expect(again.replays()).toBe(1);
  const other = cancelRedemption(t.keyed(merchant, "late", "other"), input);
  expect(await refusalOf(other)).toMatchObject({ code: "idempotency_key_reused" });
});

test("an aged key takes effect again, and is told again from then on", async () => {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 5 });
  const reward = await t.given.reward(merchant, { stampsToRedeem: 1 });
  const call = (clockOffsetMs: number, fingerprint: string) =>
    redeemReward(
      { ...t.keyed(merchant, "k", fingerprint), clockOffsetMs },
      { ...plain, user: customer.email, store: store.id, reward: reward.id, qty: 1, stamps: null },
    );
  const first = await call(0, "one");
  const second = await call(7 * day + minute, "other");
  expect([first, second].map(({ membership }) => membership.stamps)).toEqual([4, 3]);
  expect(second.redemption.id).not.toBe(first.redemption.id);
  expect(bytes(await call(8 * day, "other"))).toBe(bytes(second));
  expect(await refusalOf(call(8 * day, "one"))).toMatchObject({ code: "idempotency_key_reused" });
});

describe("while another transaction is open", () => {
  // this connection uses the product's own lock timeout
  let impatient: OpenDb;
  beforeAll(async () => {
    impatient = await connect({ url: t.open.url });
  });
  afterAll(() => impatient?.close());
  const keyed = (merchant: Merchant, key: string) => ({
    ...t.keyed(merchant, key),
    ...createHarness(impatient.db).deps,
  });

  /** Runs `first` in a transaction that stays open during `meanwhile`, and rolls the transaction back. */
  async function whileOpen(
    first: (sql: ReturnType<typeof openClient>) => Promise<unknown>,
    meanwhile: () => Promise<unknown>,
  ) {
    const sql = openClient(t.open.url);
    try {
      await sql`begin`;
      await first(sql);
      await meanwhile();
      await sql`rollback`;
    } finally {
      await sql.end();
    }
  }

  test("that holds the key: in use, after a wait, and free when it is gone", async () => {
    const all = await Promise.all(
      operations.map(async ({ name, prepare }) => ({ name, ...(await prepare(t)) })),
    );
    await whileOpen(
      async (sql) => {
        for (const { name, merchant } of all)
          await sql`insert into idempotency_keys (merchant_id, operation, key, fingerprint)
            values (${merchant.id}, ${name}, 'k', 'f')`;
      },
      async () => {
        const refusals = await Promise.all(
          all.map(({ merchant, call }) => refusalOf(call(keyed(merchant, "k")))),
        );
        for (const refusal of refusals)
          expect(refusal).toEqual({
            code: "idempotency_key_in_use",
            message: "The first request with this key is still running.",
            retryAfter: 1,
          });
      },
    );
    for (const { merchant, call } of all)
      expect((await call(t.keyed(merchant, "k"))).redemption.id).toEqual(expect.any(Number));
  });

  test("that holds the row: the database is busy, no word of the key, which stays free", async () => {
    const all = await Promise.all(operations.map(({ prepare }) => prepare(t)));
    await whileOpen(
      async (sql) => {
        for (const { merchant } of all)
          for (const table of ["memberships", "vouchers", "promo_codes", "redemptions"])
            await sql`select 1 from ${sql(table)} where merchant_id = ${merchant.id} for update`;
      },
      async () => {
        const errors = await Promise.all(
          all.map(({ merchant, call }) =>
            call(keyed(merchant, "k")).then(
              () => "it went through",
              (error: unknown) => (isDatabaseError(error) ? error.code : error),
            ),
          ),
        );
        expect(errors).toEqual(all.map(() => "55P03"));
      },
    );
    for (const { merchant, call } of all) {
      const ctx = t.keyed(merchant, "k", "another request");
      expect((await call(ctx)).redemption.id).toEqual(expect.any(Number));
      expect(ctx.replays()).toBe(0);
    }
  });
});
