import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { guardless, rowsOf, runFor, whileItWaits } from "../../../testing/index.ts";
import { openShop } from "./redeem-reward.cases.ts";
import { redeemRewards } from "./redeem-reward.ts";

// closes the database without an audit: a statement without a guard leaves wrong rows
const t = harnessOfFile({ isAudited: false });

const { statement } = redeemRewards;

async function setting() {
  const { merchant, call } = await openShop(t);
  return { merchant, call, run: runFor(t, { merchantId: merchant.id, offsetMs: 0 }) };
}

describe("stamps that come in while the call waits", () => {
  test.each([
    ["none are lost", statement, 7],
    [
      "what is not taken from the locked row is lost",
      guardless(statement)(/ms\.stamps - l\.cost/, "3"),
      3,
    ],
  ])("%s", async (_, sent, left) => {
    const { merchant, call, run } = await setting();
    const waiting = await call();
    const more = rowsOf("memberships", "stamps = 9");
    const running = () => run(sent, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, more, running)).toEqual([true]);
    const rows = [...((await t.rows(merchant)).get("memberships")?.values() ?? [])];
    expect(rows.map(({ stamps }) => stamps)).toContain(left);
  });
});

test("a reward that issues a voucher is not redeemed without it, nor with one of another template", async () => {
  const { merchant, call, run } = await setting();
  const one = await call();
  const { id } = await t.given.template(merchant);
  expect(await run(statement, [{ ...one, voucherTemplate: null, vouchers: null }])).toEqual([
    false,
  ]);
  expect(await run(statement, [{ ...one, voucherTemplate: id }])).toEqual([false]);
  expect(await run(statement, [one])).toEqual([true]);
});

test("calls of a batch without invoice numbers get no key", async () => {
  const { merchant, call, run } = await setting();
  await t.db.execute(
    `update merchants set one_redemption_per_invoice = true where id = ${merchant.id}`,
  );
  expect(await run(statement, [await call(), await call()])).toEqual([true, true]);
  expect((await t.rows(merchant)).get("idempotencyKeys")?.size).toBe(0);
});
