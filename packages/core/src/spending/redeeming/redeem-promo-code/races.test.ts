import { openClient } from "@stampbook/db/testing";
import { describe, expect, test } from "vitest";
import type { CoreContext, Merchant } from "../../../foundation/context.ts";
import { promoCodeCalls } from "../../../testing/calls/promo-code-calls.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { type OpenHarness, plain, together, twoProcesses } from "../../../testing/index.ts";
import { redeemPromoCode, redeemPromoCodes } from "./redeem-promo-code.ts";

const t = harnessOfFile();

async function setting(settings: Parameters<OpenHarness["given"]["merchant"]>[0] = {}) {
  const merchant = await t.given.merchant(settings);
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const input = { ...plain, user: customer.email, store: store.id };
  return { merchant, customer, input };
}

/**
 * Returns a context of the token `tokenId`. Calls use different tokens, because a process runs at most 16
 * guesses of one token at once.
 */
const asToken = (merchant: Merchant, tokenId: number): CoreContext =>
  t.as(merchant, { caller: { kind: "token", merchant, tokenId, scopes: ["*"], stores: null } });

type Input = Parameters<typeof redeemPromoCode>[1];

/** Makes calls in two processes at once. Returns how many calls had each answer. */
const allOf = (calls: readonly { readonly ctx: CoreContext; readonly input: Input }[]) =>
  together(twoProcesses(t), calls.length, (writing, n) => {
    const { ctx, input } = calls[n] as (typeof calls)[number];
    return redeemPromoCode({ ...ctx, writing }, input);
  });

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

describe("64 customers at once, with 40 uses left", () => {
  test("exactly 40 are done, in two processes", async () => {
    const { merchant, input } = await setting();
    const { id, code } = await t.given.promoCode(merchant, { maxUses: 40, maxUsesPerCustomer: 1 });
    const users = await Promise.all(upTo(64).map(() => t.given.customer(merchant)));
    const calls = users.map(({ email }, n) => ({
      ctx: asToken(merchant, n),
      input: { ...input, user: email, promoCode: code },
    }));
    expect(await allOf(calls)).toEqual({ done: 40, promo_code_limit_reached: 24 });
    expect((await t.rows(merchant)).get("promoCodes")?.get(String(id))?.uses).toBe(40);
  });

  /**
   * Runs 64 calls in two batches at once. Repeats the calls that were not done, until a round does none.
   * Returns how many were done.
   */
  async function untilNothingIsDone(
    statement: typeof redeemPromoCodes.statement,
    { merchant, call }: Awaited<ReturnType<typeof promoCodeCalls>>,
  ): Promise<number> {
    const place = { merchantId: merchant.id, offsetMs: 0 };
    let open = await Promise.all(upTo(64).map(() => call()));
    for (let before = 65; open.length < before; ) {
      before = open.length;
      const half = Math.ceil(before / 2);
      const rows = await Promise.all(
        [open.slice(0, half), open.slice(half)]
          .filter(({ length }) => length > 0)
          .map((batch) => statement.run(t.db, place, batch, "skip")),
      );
      open = open.filter((_, n) => !rows.flat()[n]?.isDone);
    }
    return 64 - open.length;
  }

  test("the statement does 40", async () => {
    const calls = await promoCodeCalls(t, { maxUses: 40 });
    expect(await untilNothingIsDone(redeemPromoCodes.statement, calls)).toBe(40);
  });

  test("without its guard it does all, where no constraint stops it", async () => {
    const unguarded = redeemPromoCodes.without({ allots: true });
    const calls = await promoCodeCalls(t, { maxUses: 40 });
    await t.db.execute("alter table promo_codes drop constraint promo_codes_uses");
    expect(await untilNothingIsDone(unguarded, calls)).toBeGreaterThan(40);
    await t.db.execute(`update promo_codes set max_uses = null
      where merchant_id = ${calls.merchant.id}`);
    await t.db.execute(`alter table promo_codes add constraint promo_codes_uses
      check (uses >= 0 and (max_uses is null or uses <= max_uses))`);
  });
});

test("one customer 20 times, who has 3 uses: 3 are done", async () => {
  const { merchant, input } = await setting();
  const { code } = await t.given.promoCode(merchant, { maxUsesPerCustomer: 3 });
  const calls = upTo(20).map((n) => ({
    ctx: asToken(merchant, n),
    input: { ...input, promoCode: code },
  }));
  expect(await allOf(calls)).toEqual({ done: 3, promo_code_limit_reached: 17 });
});

test("one customer by email and by Member ID, who has one use: one is done", async () => {
  const { merchant, customer, input } = await setting();
  const { code } = await t.given.promoCode(merchant, { maxUsesPerCustomer: 1 });
  const calls = upTo(20).map((n) => ({
    ctx: asToken(merchant, n),
    input: { ...input, user: n % 3 ? customer.email : customer.memberId, promoCode: code },
  }));
  expect(await allOf(calls)).toEqual({ done: 1, promo_code_limit_reached: 19 });
});

test("one authorization for 20 promo codes: one is redeemed", async () => {
  const { merchant, customer, input } = await setting({ redemptionPinAuthorization: true });
  const { requestId } = await t.given.authorization(merchant, { customerId: customer.id });
  const codes = await Promise.all(upTo(20).map(() => t.given.promoCode(merchant)));
  const calls = codes.map(({ code }, n) => ({
    ctx: asToken(merchant, n),
    input: { ...input, promoCode: code, requestId },
  }));
  expect(await allOf(calls)).toEqual({ done: 1, authorization_required: 19 });
});

test("one key for 20 promo codes: one is redeemed", async () => {
  const { merchant, input } = await setting();
  const codes = await Promise.all(upTo(20).map(() => t.given.promoCode(merchant)));
  const calls = codes.map(({ code }, n) => ({
    ctx: t.keyed(merchant, "k", `f${n}`),
    input: { ...input, promoCode: code },
  }));
  expect(await allOf(calls)).toEqual({ done: 1, idempotency_key_reused: 19 });
});

test("a batch of one promo code does as many calls as uses are left, and fails without the guard", async () => {
  const { call, run } = await promoCodeCalls(t, { maxUses: 2 });
  const calls = [await call(), await call(), await call()];
  expect(await run(redeemPromoCodes.without({ allots: true }), calls)).toBe("23514");
  expect(await run(redeemPromoCodes.statement, calls)).toEqual([true, true, false]);
});

test("a batch redeems two promo codes for one customer", async () => {
  const { merchant, call, run } = await promoCodeCalls(t);
  await t.db.execute(`update merchants set redemption_pin_authorization = false
    where id = ${merchant.id}`);
  const [first, { redemption }] = [await call(), await call()];
  const { code: promoCode } = await t.given.promoCode(merchant);
  const calls = [first, { ...first, promoCode, redemption }];
  expect(await run(redeemPromoCodes.statement, calls)).toEqual([true, true]);
});

test("a promo code that another transaction holds does not hold up the others of a batch", async () => {
  const { merchant, call, run } = await promoCodeCalls(t);
  const { code } = await t.given.promoCode(merchant);
  const calls = [await call(), await call({ promoCode: code })];
  const sql = openClient(t.open.url);
  try {
    await sql`begin`;
    await sql`select 1 from promo_codes where merchant_id = ${merchant.id} and code <> ${code} for update`;
    expect(await run(redeemPromoCodes.statement, calls)).toEqual([false, true]);
    await sql`rollback`;
  } finally {
    await sql.end();
  }
  expect(await run(redeemPromoCodes.statement, calls.slice(0, 1))).toEqual([true]);
});

describe("wrong guesses of one caller", () => {
  /** Redeems 500 unknown codes at once. Returns how many were looked up. */
  async function burst(ctxOf: (merchant: Merchant) => CoreContext): Promise<number> {
    const { merchant, input } = await setting();
    const calls = upTo(500).map((n) => ({
      ctx: ctxOf(merchant),
      input: { ...input, promoCode: `NOPE${n}` },
    }));
    expect(await allOf(calls)).toEqual({ invalid_promo_code: 60, too_many_attempts: 440 });
    const [row] = (await t.db.execute(
      `select count from attempt_counters where merchant_id = ${merchant.id}`,
    )) as unknown as readonly { readonly count: number }[];
    return row?.count ?? 0;
  }

  test("500 at once: 60 are told, and at most 16 more are looked up", async () => {
    expect(await burst((merchant) => t.as(merchant))).toBeLessThanOrEqual(60 + 16);
  });

  test("many more are looked up if they do not wait for their turn", async () => {
    // `guessInTurn` limits the calls of each database object, so each call gets its own object
    const ctxOf = (merchant: Merchant) => t.as(merchant, { db: Object.create(t.db) });
    expect(await burst(ctxOf)).toBeGreaterThan(60 + 16);
  });

  test("after 60 the right code is refused too, until the minute is over", async () => {
    const { merchant, input } = await setting();
    const { code } = await t.given.promoCode(merchant);
    const ctx = (clockOffsetMs: number) => t.as(merchant, { clockOffsetMs });
    const wrong = upTo(60).map(() => ({ ctx: ctx(0), input: { ...input, promoCode: "NOPE" } }));
    expect(await allOf(wrong)).toEqual({ invalid_promo_code: 60 });
    const right = (offsetMs: number) => [
      { ctx: ctx(offsetMs), input: { ...input, promoCode: code } },
    ];
    expect(await allOf(right(50_000))).toEqual({ too_many_attempts: 1 });
    expect(await allOf(right(61_000))).toEqual({ done: 1 });
  });
});
