import { GuardRefused } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { describe, expect, test } from "vitest";
import { promoCodeCalls } from "../../../testing/calls/promo-code-calls.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { guardless, rowsOf, untilWaiting, whileItWaits } from "../../../testing/index.ts";
import { redeemPromoCodes } from "./redeem-promo-code.ts";

// Closes the database without an audit: a statement without its guard leaves wrong rows.
const t = harnessOfFile({ isAudited: false });

const { statement: whole, without } = redeemPromoCodes;

/** Another transaction locks the promo code's row and counts a use by the newest customer. */
const useByCustomer = {
  lock: "select 1 from promo_codes where merchant_id = $1 for update",
  change: `insert into promo_code_uses (merchant_id, promo_code_id, customer_id, uses)
    select pc.merchant_id, pc.id, c.id, 1 from promo_codes pc
    join customers c on c.merchant_id = pc.merchant_id
    where pc.merchant_id = $1 order by c.id desc limit 1`,
};

test.each([
  ["is not done again", whole, [false]],
  [
    "is done without the guard",
    guardless(whole)(/where promo_code_uses\.uses = excluded\.uses - 1/),
    [true],
  ],
])(
  "a call without a key whose customer has used the code meanwhile %s",
  async (_, statement, done) => {
    const { merchant, call, run } = await promoCodeCalls(t, { maxUsesPerCustomer: 1 });
    const waiting = await call();
    const running = () => run(statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, useByCustomer, running)).toEqual(done);
  },
);

describe("a keyed call whose customer has used the code meanwhile", () => {
  test.each([
    ["leaves no key", whole, 0],
    ["without the guard leaves one without an outcome", without({ key: true }), 1],
  ])("%s", async (_, statement, keys) => {
    const { merchant, call, run } = await promoCodeCalls(t);
    const waiting = await call({ key: "k", fingerprint: "f" });
    const running = () => run(statement, [waiting], "wait");
    const answer = await whileItWaits(t, merchant.id, useByCustomer, running);
    if (keys) expect(answer).toEqual([false]);
    else expect(answer).toBeInstanceOf(GuardRefused);
    expect((await t.rows(merchant)).get("idempotencyKeys")?.size).toBe(keys);
  });
});

test.each([
  ["is not made again", whole, [false]],
  ["is stopped by the table without the guard", without({ allots: true }), "23514"],
])("the last use, made while the statement waits: %s", async (_, statement, done) => {
  const { merchant, call, run } = await promoCodeCalls(t, { maxUses: 1 });
  const waiting = await call();
  const last = rowsOf("promo_codes", "uses = 1");
  const running = () => run(statement, [waiting], "wait");
  expect(await whileItWaits(t, merchant.id, last, running)).toEqual(done);
});

test("calls that share a promo code wait for its row, and for what another batch left of it", async () => {
  const { merchant, call, run } = await promoCodeCalls(t, { maxUses: 10 });
  const calls = [await call(), await call(), await call()];
  const otherBatch = rowsOf("promo_codes", "uses = 8");
  const running = () => run(whole, calls, "waitShared");
  expect(await whileItWaits(t, merchant.id, otherBatch, running)).toEqual([true, true, false]);
});

test("calls that share a promo code do not wait for one customer's row", async () => {
  const { merchant, call, run } = await promoCodeCalls(t);
  const calls = [await call(), await call()];
  const sql = openClient(t.open.url);
  try {
    await sql`begin`;
    await sql`select 1 from customers where merchant_id = ${merchant.id}
      and email = ${String(calls[0]?.email)} for update`;
    expect(await run(whole, calls, "waitShared")).toEqual([false, true]);
    await sql`rollback`;
  } finally {
    await sql.end();
  }
});

describe("a promo code that is used up, whose row is locked", () => {
  const waits = async (statement: typeof whole) => {
    const { merchant, call, run } = await promoCodeCalls(t, { maxUses: 0 });
    const refused = await call();
    const sql = openClient(t.open.url, 2);
    try {
      const holder = await sql.reserve();
      await holder`begin`;
      await holder`select 1 from promo_codes where merchant_id = ${merchant.id} for update`;
      const running = run(statement, [refused], "wait");
      const first = await Promise.race([running, untilWaiting(sql).then(() => "waits")]);
      await holder`rollback`;
      holder.release();
      await running;
      return first;
    } finally {
      await sql.end();
    }
  };

  test("is not waited for", async () => {
    expect(await waits(whole)).toEqual([false]);
  });

  test("without the check, and with more allotted than is left, it is", async () => {
    expect(await waits(without({ check: "promoCodeHasUses", allots: true }))).toBe("waits");
  });
});
