import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { multipleRewardsCalls } from "../../testing/calls/multiple-rewards-calls.ts";
import {
  type Change,
  type Guard,
  guardCases,
  guardless,
  type OpenHarness,
  openHarness,
  rowsOf,
  whileHeld,
  whileItWaits,
} from "../../testing/index.ts";
import { testKeptKey } from "../../testing/kept-key.ts";
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
import { operation, redeemManyRewards } from "./redeem-multiple-rewards.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const without = guardless(redeemManyRewards);

const setting = () => multipleRewardsCalls(t);

const rowsIn = async (table: string, { id }: { readonly id: number }, where = "true") =>
  (await t.db.execute(
    `select 1 from ${table} where merchant_id = ${id} and ${where}`,
  )) as unknown as readonly unknown[];

const keyed = (key: string) => ({ key, fingerprint: "f" });

describe("calls of one batch that share a subject", () => {
  test.each([
    ["one leaves its key", redeemManyRewards, 1],
    ["without the guard both do", without(/\(of_customer_id = 1 [^)]*\)/, "true"), 2],
  ])("a customer: %s", async (_, statement, keys) => {
    const { merchant, call, run } = await setting();
    await run(statement, [await call(keyed("one")), await call(keyed("two"))]);
    expect(await rowsIn("idempotency_keys", merchant)).toHaveLength(keys);
  });

  test.each([
    ["one is done", redeemManyRewards, [true, false]],
    ["without the guard the statement fails", without(/and \(of_key = 1 [^)]*\)/), "21000"],
  ])("a key: %s", async (_, statement, done) => {
    const { call, callOfAnother, run } = await setting();
    expect(await run(statement, [await call(keyed("k")), await callOfAnother(keyed("k"))])).toEqual(
      done,
    );
  });
});

test.each([
  ["is not done", redeemManyRewards, [false]],
  [
    "without the guard is done",
    without(/case when c\.stamps > 0 then c\.stamps end/, "c.stamps"),
    [true],
  ],
])("a call with a flexible reward for 0 stamps %s", async (_, statement, done) => {
  const { merchant, call, run } = await setting();
  const { code } = await t.given.reward(merchant, { kind: "flexible" });
  expect(await run(statement, [await call({}, { code, stamps: 0 })])).toEqual(done);
});

/** Returns a change that locks all authorizations and changes only the last one. */
const lastOnly = ({ lock, change }: Change): Change => ({
  lock,
  change: `${change} and id = (select max(id) from redemption_authorizations where merchant_id = $1)`,
});

test("an invoice's redemption is recognised in a batch with others", async () => {
  const { merchant, call, callOfAnother, run } = await setting();
  await t.db.execute(`update merchants set one_redemption_per_invoice = true
    where id = ${merchant.id}`);
  const sale = { invoiceNumber: "INV-1" };
  expect(await run(redeemManyRewards, [await call(sale)])).toEqual([true]);
  const [again, another] = [await call(sale), await callOfAnother(sale)];
  expect(await run(redeemManyRewards, [again, another])).toEqual([false, true]);
});

describe("what another transaction changes while the statement waits", () => {
  const member = (change: string) => rowsOf("memberships", change);

  const guards: readonly Guard[] = [
    authorizationSpent,
    authorizationNeeded,
    {
      what: "the authorization of one line is spent",
      change: lastOnly(authorizationSpent.change),
      guard: / and w\.line_count = b\.line_count/,
    },
    authorizationEnds,
    memberSuspended,
    memberBlocked,
    stampsExpire,
    stampsSpent,
    customerDeactivated,
    customerAnonymized,
    keyWritten(operation),
  ];

  test.each(guardCases(redeemManyRewards, guards))(
    "$what: $says",
    async ({ change, statement, expected }) => {
      const { merchant, call, run } = await setting();
      expect(await run(redeemManyRewards, [await call()])).toEqual([true]);
      const waiting = await call(keyed("k"));
      const running = () => run(statement, [waiting], "wait");
      expect(await whileItWaits(t, merchant.id, change, running)).toEqual(expected);
    },
  );

  test.each([
    ["none are lost", redeemManyRewards, 5],
    ["what is not taken from the locked row is lost", without(/ms\.stamps - l\.cost/, "1"), 1],
  ])("stamps come in: %s", async (_, statement, left) => {
    const { merchant, call, run } = await setting();
    await t.db.execute(`update memberships set stamps = 5 where merchant_id = ${merchant.id}`);
    const waiting = await call();
    const running = () => run(statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, member("stamps = 9"), running)).toEqual([true]);
    expect(await rowsIn("memberships", merchant, `stamps = ${left}`)).toHaveLength(1);
  });
});

describe("authorizations are locked in order of id, so that two calls never wait for each other", () => {
  const idOf = (which: "min" | "max") =>
    `id = (select ${which}(id) from redemption_authorizations where merchant_id = $1)`;
  /**
   * While the statement waits for the lock of the last authorization, makes the first authorization expire,
   * unless the statement has locked it.
   */
  const change: Change = {
    lock: `select 1 from redemption_authorizations where merchant_id = $1 and ${idOf("max")} for update`,
    change: `update redemption_authorizations set expires_at = now() - interval '1 minute'
      where merchant_id = $1 and id in (select id from redemption_authorizations
        where merchant_id = $1 and ${idOf("min")} for update skip locked)`,
  };

  test.each([
    ["the first one is locked before the last one", redeemManyRewards, [true]],
    ["without the order it is not", without(/ order by w\.authorization_id/), [false]],
  ])("%s", async (_, statement, expected) => {
    const { merchant, call, run } = await setting();
    const { lines, ...rest } = await call();
    const reversed = lines.toReversed().map((line, index) => ({ ...line, line: index + 1 }));
    const running = () => run(statement, [{ ...rest, lines: reversed }], "wait");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual(expected);
  });
});

describe("a reward that carries a voucher", () => {
  const guard = / and rw\.voucher_template_id is not distinct from c\.voucher_template/;

  test.each([
    ["nothing is done without the voucher", redeemManyRewards, [false], 0],
    ["without the guard both lines are, and none is issued", without(guard), [true], 2],
  ])("%s", async (_, statement, done, written) => {
    const { merchant, callWithVoucher, run } = await setting();
    const { lines, ...call } = await callWithVoucher();
    const bare = lines.map((line) => ({ ...line, voucherTemplate: null, vouchers: null }));
    expect(await run(statement, [{ ...call, lines: bare }])).toEqual(done);
    expect(await rowsIn("redemption_lines", merchant)).toHaveLength(written);
    expect(await rowsIn("vouchers", merchant)).toHaveLength(0);
  });

  test("a voucher of another template is not issued", async () => {
    const { callWithVoucher, run } = await setting();
    const [call, another] = [await callWithVoucher(), await callWithVoucher()];
    const { voucherTemplate = null, vouchers = null } = another.lines[1] ?? {};
    const lines = call.lines.map((line) =>
      line.line === 2 ? { ...line, voucherTemplate, vouchers } : line,
    );
    expect(await run(redeemManyRewards, [{ ...call, lines }])).toEqual([false]);
    expect(await run(redeemManyRewards, [call])).toEqual([true]);
  });
});

describe("a row that another transaction holds does not hold up the batch", () => {
  const lastOf = {
    customers: "id = (select max(id) from customers where merchant_id = $1)",
    memberships: "customer_id = (select max(id) from customers where merchant_id = $1)",
    redemption_authorizations:
      "customer_id = (select max(id) from customers where merchant_id = $1)",
    voucher_templates: "true",
  };
  type Table = keyof typeof lastOf;

  /** Runs two calls while a row of the second call is locked. Returns which are done, or "waits". */
  async function withOneHeld(table: Table, statement: typeof redeemManyRewards) {
    const { merchant, call, callWithVoucher, run } = await setting();
    const [free, held] = [await call(), await callWithVoucher()];
    const lock = `select 1 from ${table} where merchant_id = $1 and ${lastOf[table]} for update`;
    return whileHeld(t, merchant.id, lock, () => run(statement, [free, held]));
  }

  test.each(Object.keys(lastOf) as Table[])("%s: the other call is done", async (table) => {
    expect(await withOneHeld(table, redeemManyRewards)).toEqual([true, false]);
  });

  test.each<[Table, typeof redeemManyRewards]>([
    [
      "redemption_authorizations",
      without(/(?<=a\.expires_at > b\.now for no key update )skip locked/),
    ],
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

testKeptKey(() => t, {
  statement: redeemManyRewards,
  locks: "memberships",
  setting: async () => {
    const { callOfAnother, ...rest } = await setting();
    return { ...rest, call: () => callOfAnother(keyed("k")) };
  },
});
