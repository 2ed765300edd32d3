import { connect, schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { CoreContext, Merchant } from "../../foundation/context.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { createHarness, plain, refusalOf } from "../../testing/index.ts";
import { redeemPromoCode } from "./redeem-promo-code/redeem-promo-code.ts";
import { redeemVoucherCode } from "./redeem-voucher/redeem-voucher.ts";

const t = harnessOfFile();

/** Returns how many guesses of the merchant's only caller were counted. */
async function guesses({ id }: Merchant): Promise<number> {
  const { attemptCounters } = schema;
  const rows = await t.db.select().from(attemptCounters).where(eq(attemptCounters.merchantId, id));
  // those of calls without a store, and those in all stores
  expect(rows).toHaveLength(2);
  return rows[0]?.count ?? 0;
}

/** Makes a merchant with a customer. Returns functions that redeem codes with different tokens. */
async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const template = await t.given.template(merchant);
  const code = async (row = {}) =>
    (await t.given.voucher(merchant, { ...row, voucherTemplateId: template.id })).code;
  const token = (tokenId: number, offsetMs = 0): CoreContext =>
    t.as(merchant, {
      caller: { kind: "token", merchant, tokenId, scopes: ["*"], stores: null },
      clockOffsetMs: offsetMs,
    });
  const input = { ...plain, user: customer.email, store: store.id };
  const byCode = (ctx: CoreContext, voucherCode = "NOPE", changes = {}) =>
    redeemVoucherCode(ctx, { ...input, voucherCode, voucherTemplate: template.id, ...changes });
  const promo = (ctx: CoreContext, promoCode = "NOPE") =>
    redeemPromoCode(ctx, { ...input, promoCode });
  return { merchant, store, customer, template, code, token, byCode, promo };
}

const repeat = async <T>(times: number, work: () => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  for (let at = 0; at < times; at++) all.push(await work());
  return all;
};
const codeOf = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;
const second = 1_000;

describe("unknown codes of one token", () => {
  test("60 in a minute are refused for what they are, the next for being too many", async () => {
    const { token, byCode } = await setting();
    const codes = await repeat(60, () => codeOf(byCode(token(1))));
    expect(new Set(codes)).toEqual(new Set(["invalid_voucher"]));
    const refusal = await refusalOf(byCode(token(1)));
    expect(refusal).toMatchObject({
      code: "too_many_attempts",
      rule: "wrong guesses of one caller in a minute",
      expected: "fewer than 60",
      found: "60",
    });
    expect(refusal.message).toMatch(
      /^Too many wrong codes and secrets \(60 a minute in a store\)\. This/,
    );
    expect(refusal.retryAfter).toBeGreaterThanOrEqual(1);
    expect(refusal.retryAfter).toBeLessThanOrEqual(60);
  });

  test("voucher codes and promo codes count together", async () => {
    const { token, byCode, promo } = await setting();
    await repeat(30, () => codeOf(byCode(token(1))));
    const codes = await repeat(30, () => codeOf(promo(token(1))));
    expect(new Set(codes)).toEqual(new Set(["invalid_promo_code"]));
    expect(await codeOf(byCode(token(1)))).toBe("too_many_attempts");
    expect(await codeOf(promo(token(1)))).toBe("too_many_attempts");
  });

  test("then even a right one waits until the minute is over", async () => {
    const { merchant, code, token, byCode } = await setting();
    const right = await code();
    await repeat(60, () => codeOf(byCode(token(1))));
    const before = await t.rows(merchant);
    expect(await codeOf(byCode(token(1), right))).toBe("too_many_attempts");
    expect(await codeOf(byCode(token(1, 50 * second), right))).toBe("too_many_attempts");
    expect(Object.keys(await t.written(merchant, before))).toEqual(["refusals"]);
    expect((await byCode(token(1, 61 * second), right)).redemption.status).toBe("Created");
  });

  test("a token of other stores is refused for that, and never told a first answer", async () => {
    const { merchant, code, token, byCode, promo } = await setting();
    const elsewhere = await t.given.store(merchant);
    const { code: promoCode } = await t.given.promoCode(merchant);
    const calls = {
      voucher: [byCode, await code()],
      promo: [promo, promoCode],
    } as const;
    const limited = (changes = {}): CoreContext =>
      t.as(merchant, {
        caller: { kind: "token", merchant, tokenId: 9, scopes: ["*"], stores: [elsewhere.id] },
        ...changes,
      });
    await repeat(60, () => codeOf(byCode(limited(), "NOPE", { store: elsewhere.id })));
    for (const [key, [redeem, right]] of Object.entries(calls)) {
      const { idempotency } = t.keyed(merchant, key);
      await redeem({ ...token(1), ...(idempotency && { idempotency }) }, right);
      expect(await codeOf(redeem(limited({ idempotency }), right)), key).toBe("permission_denied");
      expect(await codeOf(redeem(limited(), right)), key).toBe("permission_denied");
    }
    expect(await codeOf(byCode(limited(), "NOPE", { store: elsewhere.id }))).toBe(
      "too_many_attempts",
    );
    expect(await codeOf(byCode(limited(), "NOPE", { store: 999_999 }))).toBe("invalid_store");
  });

  test("the minute begins with the first and then counts anew", async () => {
    const { token, byCode } = await setting();
    await repeat(59, () => codeOf(byCode(token(1))));
    expect(await codeOf(byCode(token(1, 50 * second)))).toBe("invalid_voucher");
    expect(await codeOf(byCode(token(1, 50 * second)))).toBe("too_many_attempts");
    const later = await repeat(60, () => codeOf(byCode(token(1, 61 * second))));
    expect(new Set(later)).toEqual(new Set(["invalid_voucher"]));
    expect(await codeOf(byCode(token(1, 61 * second)))).toBe("too_many_attempts");
  });

  test("other callers go on, of this merchant and of others", async () => {
    const { merchant, token, byCode } = await setting();
    const stranger = await setting();
    await repeat(60, () => codeOf(byCode(token(1))));
    const staff = t.as(merchant, {
      caller: { kind: "staff", merchant, userId: "1", role: "cashier", stores: null },
    });
    expect(await codeOf(byCode(token(2)))).toBe("invalid_voucher");
    expect(await codeOf(byCode(staff))).toBe("invalid_voucher");
    expect(await codeOf(stranger.byCode(stranger.token(1)))).toBe("invalid_voucher");
    expect(await codeOf(byCode(token(1)))).toBe("too_many_attempts");
  });
});

describe("what does not count", () => {
  const goesOn = async (work: (s: Awaited<ReturnType<typeof setting>>) => Promise<unknown>) => {
    const scene = await setting();
    await repeat(61, () => work(scene));
    expect(await codeOf(scene.byCode(scene.token(1)))).toBe("invalid_voucher");
  };

  test("a used code", async () => {
    const scene = await setting();
    const right = await scene.code();
    await scene.byCode(scene.token(1), right);
    const codes = await repeat(61, () => codeOf(scene.byCode(scene.token(1), right)));
    expect(new Set(codes)).toEqual(new Set(["voucher_already_redeemed"]));
    expect(await codeOf(scene.byCode(scene.token(1)))).toBe("invalid_voucher");
  });

  test("a known code of another template, or an expired one", () =>
    goesOn(async ({ code, token, byCode }) => {
      await codeOf(byCode(token(1), await code(), { voucherTemplate: 1 }));
      await codeOf(byCode(token(1), await code({ endDate: "2020-01-01" })));
    }));

  test("a call that is refused before its code is looked at", () =>
    goesOn(({ token, byCode }) => codeOf(byCode(token(1), "NOPE", { user: "no@example.com" }))));

  test("a lost race", async () => {
    const { code, token, byCode } = await setting();
    const right = await code();
    const codes = await Promise.all(
      Array.from({ length: 100 }, () =>
        byCode(token(1), right).then(
          () => "won",
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(codes.filter((each) => each === "won")).toHaveLength(1);
    expect(codes.filter((each) => each === "voucher_already_redeemed")).toHaveLength(99);
    expect(await codeOf(byCode(token(1)))).toBe("invalid_voucher");
  });

  test("a call that is told again", async () => {
    const { merchant, code, byCode } = await setting();
    const right = await code();
    const first = await byCode(t.keyed(merchant, "k"), right);
    await repeat(60, () => codeOf(byCode(t.as(merchant))));
    const again = t.keyed(merchant, "k");
    expect(await byCode(again, right)).toEqual(first);
    expect(again.replays()).toBe(1);
  });
});

describe("a burst of 500 unknown codes at once", () => {
  // different codes, because calls for the same code run one after the other
  const upTo = (count: number) => Array.from({ length: count }, (_, n) => `NOPE${n}`);

  test("60 are told, and at most 16 more are looked up", async () => {
    const { merchant, token, byCode } = await setting();
    const codes = await Promise.all(upTo(500).map((code) => codeOf(byCode(token(1), code))));
    expect(codes.filter((each) => each === "invalid_voucher")).toHaveLength(60);
    expect(codes.filter((each) => each === "too_many_attempts")).toHaveLength(440);
    expect(await guesses(merchant)).toBeLessThanOrEqual(60 + 16);
  });

  test("60 are told and many more are looked up, if they do not wait for their turn", async () => {
    const { merchant, token, byCode } = await setting();
    // `guessInTurn` limits the calls of each database object, so each call gets its own object
    const ctx = (): CoreContext => ({ ...token(1), db: Object.create(t.db) });
    const codes = await Promise.all(upTo(500).map((code) => codeOf(byCode(ctx(), code))));
    expect(codes.filter((each) => each === "invalid_voucher")).toHaveLength(60);
    expect(await guesses(merchant)).toBeGreaterThan(60 + 16);
  });

  test("through two processes: 60 are told, and at most 32 more are looked up", async () => {
    const { merchant, token, byCode } = await setting();
    const second = await connect({ url: t.open.url }, { isPatient: true });
    try {
      const { deps } = createHarness(second.db);
      const processes: CoreContext[] = [token(1), { ...token(1), ...deps }];
      const codes = await Promise.all(
        upTo(250).flatMap((code) => processes.map((ctx) => codeOf(byCode(ctx, code)))),
      );
      expect(codes.filter((each) => each === "invalid_voucher")).toHaveLength(60);
      expect(await guesses(merchant)).toBeLessThanOrEqual(60 + 32);
    } finally {
      await second.close();
    }
  });
});
