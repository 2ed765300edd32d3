import { connect, type OpenDb } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBatcher } from "../../../foundation/writing/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import {
  codeOf,
  createHarness,
  namedBy,
  plain,
  together,
  twoProcesses,
  withoutGuesses,
} from "../../../testing/index.ts";
import { redeemVoucher, redeemVouchers } from "./redeem-voucher.ts";

const t = harnessOfFile();

async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const { id: voucherTemplateId } = await t.given.template(merchant);
  const give = () => t.given.voucher(merchant, { customerId: customer.id, voucherTemplateId });
  const input = { ...plain, user: customer.email, store: store.id };
  return { merchant, give, input };
}

test("100 calls of two processes at one voucher: one is done, the others are refused", async () => {
  const { merchant, give, input } = await setting();
  const { id } = await give();
  const answers = await together(twoProcesses(t), 100, (writing) =>
    redeemVoucher({ ...t.as(merchant), writing }, { ...input, voucher: id }),
  );
  expect(answers).toEqual({ done: 1, voucher_already_redeemed: 99 });
});

describe("a voucher that another transaction holds", () => {
  test("does not hold up the other calls of its batch", async () => {
    const { merchant, give, input } = await setting();
    const [held, free] = [await give(), await give()];
    const sql = openClient(t.open.url);
    try {
      await sql`begin`;
      await sql`select 1 from vouchers where merchant_id = ${merchant.id} and id = ${held.id} for update`;
      expect(await runTogether(merchant.id, input, [held.id, free.id])).toEqual([false, true]);
      await sql`rollback`;
    } finally {
      await sql.end();
    }
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
      values (${merchantId}, ${redeemVouchers.name}, 'k', 'f')`;
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
      ).then(() => "done", codeOf);
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
  merchantId: number,
  { user, store }: { readonly user: string; readonly store: number },
  vouchers: readonly number[],
): Promise<readonly boolean[]> {
  const ids = await t.deps.ids.takeMany(merchantId, "redemptions", vouchers.length);
  const calls = vouchers.map((voucher, n) => ({
    ...namedBy(user),
    storeId: store,
    storeCode: String(store),
    allowedStores: null,
    actor: "token:1",
    channel: null,
    invoiceNumber: null,
    extraData: null,
    requestId: null,
    key: null,
    fingerprint: null,
    redemption: ids[n] as number,
    voucher,
    voucherCode: null,
    voucherTemplate: null,
    ...withoutGuesses,
  }));
  const rows = await redeemVouchers.statement.run(t.db, { merchantId, offsetMs: 0 }, calls, "skip");
  return rows.map(({ isDone }) => isDone);
}
