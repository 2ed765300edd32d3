import { schema } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { CoreContext } from "../../../foundation/context.ts";
import { createBatcher } from "../../../foundation/writing/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import {
  codeOf,
  plain,
  rowsOf,
  together,
  twoProcesses,
  whileItWaits,
} from "../../../testing/index.ts";
import { redeemVoucherCode } from "./redeem-voucher.ts";

const t = harnessOfFile();

async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const { id: voucherTemplate } = await t.given.template(merchant);
  const free = async () =>
    (await t.given.voucher(merchant, { voucherTemplateId: voucherTemplate })).code;
  const input = { ...plain, user: customer.email, store: store.id, voucherTemplate };
  const call = (ctx: CoreContext, voucherCode: string, changes = {}) =>
    redeemVoucherCode(ctx, { ...input, voucherCode, ...changes });
  return { merchant, free, call };
}

test("100 calls of two processes for one code: one is done, and none counts as a guess", async () => {
  const { merchant, free, call } = await setting();
  const code = await free();
  const answers = await together(twoProcesses(t), 100, (writing) =>
    call({ ...t.as(merchant), writing }, code),
  );
  expect(answers).toEqual({ done: 1, voucher_already_redeemed: 99 });
  const { attemptCounters } = schema;
  const ofMerchant = eq(attemptCounters.merchantId, merchant.id);
  expect(await t.db.select().from(attemptCounters).where(ofMerchant)).toEqual([]);
});

test("20 customers and one code that nobody holds: it becomes one customer's", async () => {
  const { merchant, free, call } = await setting();
  const code = await free();
  const customers = await Promise.all(Array.from({ length: 20 }, () => t.given.customer(merchant)));
  const answers = await together(twoProcesses(t), 20, (writing, n) =>
    call({ ...t.as(merchant), writing }, code, { user: customers[n]?.email }),
  );
  expect(answers).toEqual({ done: 1, invalid_voucher_owner: 19 });
});

describe("a voucher that another transaction holds", () => {
  test("that was redeemed and given to another customer meanwhile: not the customer's", async () => {
    const { merchant, free, call } = await setting();
    await t.given.customer(merchant);
    const code = await free();
    const change = `redeemed_at = now(),
      customer_id = (select max(id) from customers where merchant_id = $1)`;
    const ctx = t.keyed(merchant, "k");
    const answer = await whileItWaits(t, merchant.id, rowsOf("vouchers", change), () =>
      call(ctx, code).catch(codeOf),
    );
    expect(answer).toBe("invalid_voucher_owner");
    const rows = await t.rows(merchant);
    expect([rows.get("redemptions")?.size, rows.get("idempotencyKeys")?.size]).toEqual([0, 0]);
    // makes the voucher unspent again: the audit reports a spent voucher without a redemption
    await t.db.execute(`update vouchers set redeemed_at = null where merchant_id = ${merchant.id}`);
  });

  test("does not hold up the other calls of its batch", async () => {
    const { merchant, free, call } = await setting();
    const [held, ...others] = [await free(), await free(), await free()];
    const sql = openClient(t.open.url);
    try {
      await sql`begin`;
      await sql`select 1 from vouchers where merchant_id = ${merchant.id} and code = ${held} for update`;
      const writing = createBatcher(t.db, { slots: 2 });
      const ctx = { ...t.as(merchant), writing };
      const first = call(ctx, held);
      await Promise.all(others.map((code) => call(ctx, code)));
      await sql`rollback`;
      expect((await first).redemption.status).toBe("Created");
    } finally {
      await sql.end();
    }
  });
});
