import { connect, isDatabaseError, type OpenDb } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Failure } from "../../failures.ts";
import {
  createHarness,
  guardless,
  namedBy,
  type OpenHarness,
  openHarness,
  plain,
  rowsOf,
  whileItWaits,
  withoutGuesses,
} from "../../testing/index.ts";
import { createBatcher, type Locks, type Writing } from "../../writing/index.ts";
import { operation, redeemVouchers } from "./redeem-voucher.sql.ts";
import { redeemVoucher } from "./redeem-voucher.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

/** Makes a batcher, as in another process. `keyWaitMs` is a minute, because the machine may be busy. */
const process = (): Writing => createBatcher(t.db, { keyWaitMs: 60_000 });

async function setting(settings: Parameters<OpenHarness["given"]["merchant"]>[0] = {}) {
  const merchant = await t.given.merchant(settings);
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const { id: voucherTemplateId } = await t.given.template(merchant);
  const give = () => t.given.voucher(merchant, { customerId: customer.id, voucherTemplateId });
  const input = { ...plain, user: customer.email, store: store.id };
  return { merchant, customer, give, input };
}

const codeOf = (error: unknown) => (error instanceof Failure ? error.refusal.code : error);
const countOf = (answers: readonly unknown[], code: string) =>
  answers.filter((answer) => answer === code).length;

test("100 calls of two processes at one voucher: one is done, the others are refused", async () => {
  const { merchant, give, input } = await setting();
  const { id } = await give();
  const processes = [process(), process()];
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      redeemVoucher(
        { ...t.as(merchant), writing: processes[n % 2] as Writing },
        { ...input, voucher: id },
      ).then(() => "done", codeOf),
    ),
  );
  expect(countOf(answers, "done")).toBe(1);
  expect(countOf(answers, "voucher_already_redeemed")).toBe(99);
});

test("one authorization for 20 vouchers: one is redeemed", async () => {
  const { merchant, customer, give, input } = await setting({ redemptionPinAuthorization: true });
  const { requestId } = await t.given.authorization(merchant, { customerId: customer.id });
  const vouchers = await Promise.all(Array.from({ length: 20 }, give));
  const processes = [process(), process()];
  const answers = await Promise.all(
    vouchers.map(({ id }, n) =>
      redeemVoucher(
        { ...t.as(merchant), writing: processes[n % 2] as Writing },
        { ...input, voucher: id, requestId },
      ).then(() => "done", codeOf),
    ),
  );
  expect(countOf(answers, "done")).toBe(1);
  expect(countOf(answers, "authorization_required")).toBe(19);
});

test("one key for 20 vouchers in two processes: one is redeemed", async () => {
  const { merchant, give, input } = await setting();
  const vouchers = await Promise.all(Array.from({ length: 20 }, give));
  const processes = [process(), process()];
  const answers = await Promise.all(
    vouchers.map(({ id }, n) =>
      redeemVoucher(
        { ...t.keyed(merchant, "k", `f${n}`), writing: processes[n % 2] as Writing },
        { ...input, voucher: id },
      ).then(() => "done", codeOf),
    ),
  );
  expect(countOf(answers, "done")).toBe(1);
  expect(countOf(answers, "idempotency_key_reused")).toBe(19);
});

describe("a voucher that another transaction holds", () => {
  test.each([
    ["redeemed_at = now()", "voucher_already_redeemed"],
    ["is_active = false", "voucher_not_available"],
    ["customer_id = null", "invalid_voucher_owner"],
    ["end_date = '2020-01-01'", "voucher_expired"],
    ["start_date = '2099-01-01'", "voucher_not_started"],
  ])("is judged anew: %s", async (change, code) => {
    const { merchant, give, input } = await setting();
    const { id } = await give();
    const ctx = { ...t.keyed(merchant, "k"), writing: process() };
    const call = () => redeemVoucher(ctx, { ...input, voucher: id }).then(() => "done", codeOf);
    expect(await whileItWaits(t, merchant.id, rowsOf("vouchers", change), call)).toBe(code);
    const rows = await t.rows(merchant);
    expect([rows.get("redemptions")?.size, rows.get("idempotencyKeys")?.size]).toEqual([0, 0]);
    // makes the voucher unspent again: the audit reports a spent voucher without a redemption
    await t.db.execute(`update vouchers set redeemed_at = null where merchant_id = ${merchant.id}`);
  });

  test("does not hold up the other calls of its batch", async () => {
    const { merchant, give, input } = await setting();
    const [held, free] = [await give(), await give()];
    const sql = openClient(t.open.url);
    try {
      await sql`begin`;
      await sql`select 1 from vouchers where merchant_id = ${merchant.id} and id = ${held.id} for update`;
      const rows = await runTogether(
        redeemVouchers,
        merchant.id,
        input,
        [held.id, free.id],
        "skip",
      );
      expect(rows).toEqual([false, true]);
      await sql`rollback`;
    } finally {
      await sql.end();
    }
  });

  const withoutGuard = guardless(redeemVouchers)(/ and v\.redeemed_at is null(?=[^)]*b\.today)/);

  test.each([
    ["the guard refuses what was spent meanwhile", redeemVouchers, false],
    ["without the guard it is spent twice", withoutGuard, true],
  ])("%s", async (_, statement, isSpentTwice) => {
    const { merchant, give, input } = await setting();
    const { id } = await give();
    const rows = await whileItWaits(t, merchant.id, rowsOf("vouchers", "redeemed_at = now()"), () =>
      runTogether(statement, merchant.id, input, [id], "wait"),
    );
    expect(rows).toEqual([isSpentTwice]);
    if (!isSpentTwice)
      await t.db.execute(
        `update vouchers set redeemed_at = null where merchant_id = ${merchant.id}`,
      );
  });
});

describe("while another transaction does not end", () => {
  // this connection waits at most 100 ms for a lock
  let impatient: OpenDb;
  beforeAll(async () => {
    impatient = await connect({ url: t.open.url }, { lockTimeoutMs: 100 });
  });
  afterAll(() => impatient?.close());

  type Sql = ReturnType<typeof openClient>;
  const insertKey = (sql: Sql, merchantId: number) =>
    sql`insert into idempotency_keys (merchant_id, operation, key, fingerprint)
      values (${merchantId}, ${operation}, 'k', 'f')`;
  const lockVoucher = (sql: Sql, merchantId: number, voucher: number) =>
    sql`select 1 from vouchers where merchant_id = ${merchantId} and id = ${voucher} for update`;

  /**
   * Makes three calls at once, with key k, another key, and no key, while the transaction of `hold` is open.
   * `hold` gets the first call's voucher. Returns the answers, and the answer of the first call afterwards.
   */
  async function threeWhile(
    hold: (sql: Sql, merchantId: number, voucher: number) => Promise<unknown>,
  ) {
    const { merchant, give, input } = await setting();
    const vouchers = [await give(), await give(), await give()];
    const writing = createBatcher(impatient.db, { slots: 1 });
    const contexts = [t.keyed(merchant, "k"), t.keyed(merchant, "other"), t.as(merchant)];
    const deps = { ...createHarness(impatient.db).deps, writing };
    const call = (n: number) =>
      redeemVoucher(
        { ...(contexts[n] ?? t.as(merchant)), ...deps },
        { ...input, voucher: vouchers[n]?.id ?? 0 },
      ).then(
        () => "done",
        (error) => (isDatabaseError(error) ? error.code : codeOf(error)),
      );
    const sql = openClient(t.open.url);
    try {
      await sql`begin`;
      await hold(sql, merchant.id, vouchers[0]?.id ?? 0);
      const answers = await Promise.all([call(0), call(1), call(2)]);
      await sql`rollback`;
      return { answers, after: await call(0) };
    } finally {
      await sql.end();
    }
  }

  test("that writes the key: in use, and the others are done", async () => {
    expect(await threeWhile(insertKey)).toEqual({
      answers: ["idempotency_key_in_use", "done", "done"],
      after: "done",
    });
  });

  test("that holds the voucher: the database is busy, and the others are done", async () => {
    expect(await threeWhile(lockVoucher)).toEqual({
      answers: ["55P03", "done", "done"],
      after: "done",
    });
  });

  test("that writes the key and holds the voucher: in use", async () => {
    const both = async (sql: Sql, merchantId: number, voucher: number) => {
      await insertKey(sql, merchantId);
      await lockVoucher(sql, merchantId, voucher);
    };
    expect(await threeWhile(both)).toEqual({
      answers: ["idempotency_key_in_use", "done", "done"],
      after: "done",
    });
  });
});

/** Runs calls for vouchers in one statement. Returns which calls were done. */
async function runTogether(
  { run }: typeof redeemVouchers,
  merchantId: number,
  { user, store }: { readonly user: string; readonly store: number },
  vouchers: readonly number[],
  locks: Locks,
): Promise<readonly boolean[]> {
  const ids = await t.deps.ids.takeMany(merchantId, "redemptions", vouchers.length);
  const calls = vouchers.map((voucher, n) => ({
    ...namedBy(user),
    ...{ storeId: store, storeCode: String(store) },
    ...{ channel: null, invoiceNumber: null, extraData: null, requestId: null },
    ...{ key: null, fingerprint: null, allowedStores: null, actor: "token:1" },
    ...{ voucherCode: null, ...withoutGuesses },
    redemption: ids[n] as number,
    voucher,
  }));
  const rows = await run(t.db, { merchantId, offsetMs: 0 }, calls, locks);
  return rows.map(({ isDone }) => isDone);
}
