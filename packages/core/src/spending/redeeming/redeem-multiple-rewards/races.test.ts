import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import {
  type Change,
  changing,
  guardless,
  runFor,
  running,
  together,
  twoProcesses,
  whileItWaits,
} from "../../../testing/index.ts";
import { of } from "./lines.sql.ts";
import { openShop } from "./redeem-multiple-rewards.cases.ts";
import { redeemManyRewards, redeemMultipleRewards } from "./redeem-multiple-rewards.ts";

// closes the database without an audit: a statement without a guard leaves wrong rows
const t = harnessOfFile({ isAudited: false });

const { statement } = redeemManyRewards;
const without = guardless(statement);

async function setting() {
  const { merchant, call } = await openShop(t);
  return { merchant, call, run: runFor(t, { merchantId: merchant.id, offsetMs: 0 }) };
}

/** The first or the last authorization of the newest customer. */
const which = (end: "min" | "max") => `id = (select ${end}(id) from redemption_authorizations
  where merchant_id = $1 and customer_id = (select max(id) from customers where merchant_id = $1))`;
const held = `select 1 from redemption_authorizations where merchant_id = $1 and ${which("max")} for update`;

describe("T33: the authorization of one line is spent while the statement waits", () => {
  const change: Change = {
    lock: held,
    change: `update redemption_authorizations set spent_by_redemption_id = 1
      where merchant_id = $1 and ${which("max")}`,
  };
  test.each([
    ["it is not done", statement, [false]],
    [
      "without the number of locked rows it is done",
      without(/a\.count = coalesce\(cardinality\(b\.authorization_ids\), 0\)/, "true"),
      [true],
    ],
  ])("%s", async (_, sent, done) => {
    const { merchant, call, run } = await setting();
    const waiting = await call();
    expect(await whileItWaits(t, merchant.id, change, () => run(sent, [waiting], "wait"))).toEqual(
      done,
    );
  });
});

describe("authorizations are locked in order of id, so that two calls never wait for each other", () => {
  /**
   * While the statement waits for the lock of the last authorization, makes the first authorization expire,
   * unless the statement has locked it.
   */
  const change: Change = {
    lock: held,
    change: `update redemption_authorizations set expires_at = now() - interval '1 minute'
      where merchant_id = $1 and id in (select id from redemption_authorizations
        where merchant_id = $1 and ${which("min")} for update skip locked)`,
  };

  test.each([
    ["the first one is locked before the last one", statement, [true]],
    [
      "in another order it is not",
      without(/order by w\.id(?=\) w cross join lateral \(select a\.)/, "order by w.id desc"),
      [false],
    ],
  ])("%s", async (_, sent, expected) => {
    const { merchant, call, run } = await setting();
    const waiting = await call();
    const lines = of(waiting)
      .toReversed()
      .map((line, index) => ({ ...line, line: index + 1 }));
    const running = () => run(sent, [{ ...waiting, lines }], "wait");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual(expected);
  });
});

test("two authorizations that 20 calls name in both orders: one call is done", async () => {
  const { merchant, call } = await setting();
  const { email, storeId, lines } = await call();
  const rewards = of({ lines }).map(({ code, requestId }) => ({
    ...{ code, requestId, qty: 1, stamps: null },
  }));
  const input = { user: email ?? "", store: storeId ?? "", invoiceNumber: null, channel: 2 };
  const answers = await together(twoProcesses(t), 20, (writing, n) =>
    redeemMultipleRewards(
      { ...t.as(merchant), writing },
      { ...input, rewards: n % 3 ? rewards : rewards.toReversed() },
    ),
  );
  expect(answers).toEqual({ done: 1, authorization_required: 19 });
});

describe("T35: the merchant begins to ask for the PIN between the two statements", () => {
  test.each([
    ["a call without it is refused", statement, { authorization_required: 1 }],
    [
      "a call without it is done, without the check",
      without(/\(not m\.redemption_pin_authorization\)/g, "(true)"),
      { done: 1 },
    ],
  ])("%s", async (_, sent, expected) => {
    const merchant = await t.given.merchant();
    const store = await t.given.store(merchant);
    const { email: user } = await t.given.customer(merchant, {}, { stamps: 10 });
    const { id: voucherTemplateId } = await t.given.template(merchant);
    const { code } = await t.given.reward(merchant, { voucherTemplateId });
    const rewards = [{ code, qty: 1, stamps: null, requestId: null }];
    const [process] = twoProcesses(t);
    const writing = changing(running(process, sent), () =>
      t.db.execute(
        `update merchants set redemption_pin_authorization = true where id = ${merchant.id}`,
      ),
    );
    const answers = await together([writing], 1, () =>
      redeemMultipleRewards(
        { ...t.as(merchant), writing },
        { user, store: store.id, rewards, invoiceNumber: null, channel: null },
      ),
    );
    expect(answers).toEqual(expected);
  });
});

describe("a line whose reward issues a voucher", () => {
  test.each([
    ["is not redeemed without the voucher", statement, [false], 0],
    [
      "without the condition both lines are, and no voucher is issued",
      without(/bool_or\(x\.lacks\)/, "false"),
      [true],
      2,
    ],
  ])("%s", async (_, sent, done, written) => {
    const { merchant, call, run } = await setting();
    const one = await call();
    const bare = of(one).map((line) => ({ ...line, voucherTemplate: null, vouchers: null }));
    expect(await run(sent, [{ ...one, lines: bare }])).toEqual(done);
    const rows = await t.rows(merchant);
    expect(rows.get("redemptionLines")?.size ?? 0).toBe(written);
    expect(rows.get("vouchers")?.size ?? 0).toBe(0);
  });
});
