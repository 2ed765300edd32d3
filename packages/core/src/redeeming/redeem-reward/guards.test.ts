import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rewardCalls } from "../../testing/calls/reward-calls.ts";
import {
  type Guard,
  guardCases,
  guardless,
  type OpenHarness,
  openHarness,
  rowsOf,
  runFor,
  whileHeld,
  whileItWaits,
} from "../../testing/index.ts";
import {
  authorizationEnds,
  authorizationNeeded,
  authorizationSpent,
  customerAnonymized,
  customerDeactivated,
  keyWritten,
  memberBlocked,
  memberSuspended,
  stampsExpire,
  stampsSpent,
} from "../../testing/known-guards.ts";
import { operation, redeemRewards } from "./redeem-reward.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const without = guardless(redeemRewards);

async function setting() {
  const { merchant, ...calls } = await rewardCalls(t);
  const place = { merchantId: merchant.id, offsetMs: 0 };
  return { merchant, ...calls, run: runFor(t, place) };
}

const rowsIn = async (table: string, { id }: { readonly id: number }, where = "true") =>
  (await t.db.execute(
    `select 1 from ${table} where merchant_id = ${id} and ${where}`,
  )) as unknown as readonly unknown[];

const keyed = (key: string) => ({ key, fingerprint: "f" });

describe("calls of one batch that share a subject", () => {
  test.each([
    ["one leaves its key", redeemRewards, 1],
    ["without the guard both do", without(/\(of_customer_id = 1 [^)]*\)/, "true"), 2],
  ])("a customer: %s", async (_, statement, keys) => {
    const { merchant, call, run } = await setting();
    await run(statement, [await call(keyed("one")), await call(keyed("two"))]);
    expect(await rowsIn("idempotency_keys", merchant)).toHaveLength(keys);
  });

  test.each([
    ["one is done", redeemRewards, [true, false]],
    ["without the guard the statement fails", without(/and \(of_key = 1 [^)]*\)/), "21000"],
  ])("a key: %s", async (_, statement, done) => {
    const { call, callOfAnother, run } = await setting();
    expect(await run(statement, [await call(keyed("k")), await callOfAnother(keyed("k"))])).toEqual(
      done,
    );
  });
});

describe("what another transaction changes while the statement waits", () => {
  const member = (change: string) => rowsOf("memberships", change);

  const guards: readonly Guard[] = [
    authorizationSpent,
    authorizationNeeded,
    authorizationEnds,
    memberSuspended,
    memberBlocked,
    stampsExpire,
    stampsSpent,
    customerDeactivated,
    customerAnonymized,
    keyWritten(operation),
  ];

  test.each(guardCases(redeemRewards, guards))(
    "$what: $says",
    async ({ change, statement, expected }) => {
      const { merchant, call, run } = await setting();
      expect(await run(redeemRewards, [await call()])).toEqual([true]);
      const waiting = await call(keyed("k"));
      const running = () => run(statement, [waiting], "wait");
      expect(await whileItWaits(t, merchant.id, change, running)).toEqual(expected);
    },
  );

  test.each([
    ["none are lost", redeemRewards, 6],
    ["what is not taken from the locked row is lost", without(/ms\.stamps - l\.cost/, "2"), 2],
  ])("stamps come in: %s", async (_, statement, left) => {
    const { merchant, call, run } = await setting();
    await t.db.execute(`update memberships set stamps = 5 where merchant_id = ${merchant.id}`);
    const waiting = await call();
    const running = () => run(statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, member("stamps = 9"), running)).toEqual([true]);
    expect(await rowsIn("memberships", merchant, `stamps = ${left}`)).toHaveLength(1);
  });
});

test.each([
  ["is not done", redeemRewards, [false]],
  [
    "without the guard is done",
    without(/case when c\.stamps > 0 then c\.stamps end/, "c.stamps"),
    [true],
  ],
])("a flexible reward for 0 stamps %s", async (_, statement, done) => {
  const { merchant, call, run } = await setting();
  const { id } = await t.given.reward(merchant, { kind: "flexible" });
  expect(await run(statement, [await call({ reward: id, stamps: 0 })])).toEqual(done);
});

describe("a reward that carries a voucher", () => {
  const guard = "rw.voucher_template_id is not distinct from c.voucher_template and";

  test.each([
    ["it is not done without the voucher", redeemRewards, [false], 0],
    [
      "without the guard it is, and issues none",
      without(new RegExp(guard.replaceAll(".", "\\."))),
      [true],
      1,
    ],
  ])("%s", async (_, statement, done, redemptions) => {
    const { merchant, callWithVoucher, run } = await setting();
    const call = await callWithVoucher();
    expect(await run(statement, [{ ...call, voucherTemplate: null, vouchers: null }])).toEqual(
      done,
    );
    expect(await rowsIn("redemptions", merchant)).toHaveLength(redemptions);
    expect(await rowsIn("vouchers", merchant)).toHaveLength(0);
  });

  test("a voucher of another template is not issued", async () => {
    const { callWithVoucher, run } = await setting();
    const [call, another] = [await callWithVoucher(), await callWithVoucher()];
    const { voucherTemplate, vouchers } = another;
    expect(await run(redeemRewards, [{ ...call, voucherTemplate, vouchers }])).toEqual([false]);
    expect(await run(redeemRewards, [call])).toEqual([true]);
  });
});

describe("a row that another transaction holds does not hold up the batch", () => {
  /** Runs two calls while a row of the second call is locked. Returns which are done, or "waits". */
  async function withOneHeld(table: string, statement: typeof redeemRewards) {
    const { merchant, call, callWithVoucher, run } = await setting();
    const [free, held] = [await call(), await callWithVoucher()];
    const id = { customers: "id", memberships: "customer_id" }[table];
    const isHeld = id ? `${id} = (select max(id) from customers where merchant_id = $1)` : "true";
    const lock = `select 1 from ${table} where merchant_id = $1 and ${isHeld} for update`;
    return whileHeld(t, merchant.id, lock, () => run(statement, [free, held]));
  }

  test.each([["memberships"], ["customers"], ["voucher_templates"]])(
    "%s: the other call is done",
    async (table) => {
      expect(await withOneHeld(table, redeemRewards)).toEqual([true, false]);
    },
  );

  test.each([
    ["memberships", without(/(?<=b\.cost for no key update )skip locked/)],
    ["customers", without(/(?<=anonymized_at is null for key share )skip locked/)],
    ["voucher_templates", without(/(?<=id = b\.template_id for key share )skip locked/)],
    [
      "voucher_templates",
      without(/(?<=and )\(t\.id is not null or b\.template_id is null\)/, "true"),
    ],
  ])("%s: without the guard it waits", async (table, statement) => {
    expect(await withOneHeld(table, statement)).toBe("waits");
  });
});
