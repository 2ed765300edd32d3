import { afterAll, beforeAll, expect, test } from "vitest";
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
import { testKeptKey } from "../../testing/kept-key.ts";
import { customerAnonymized, keyWritten } from "../../testing/known-guards.ts";
import { type IssueToCustomerCall, issuesToCustomers, operation } from "./issue-to-customer.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: statements without their guard wrote wrong rows.
afterAll(() => t?.open.close());

const without = guardless(issuesToCustomers);

/** Makes a merchant. `call` adds a customer, and returns a call that issues two dynamic vouchers to them. */
async function setting() {
  const merchant = await t.given.merchant();
  const template = await t.given.template(merchant, { isDynamic: true, value: "50.00" });
  const call = async (changes: Partial<IssueToCustomerCall> = {}): Promise<IssueToCustomerCall> => {
    const ids = await t.deps.ids.takeMany(merchant.id, "vouchers", 2);
    const vouchers = ids.map((id) => ({
      ...{ id, code: `V${id}`, templateId: template.id, startDate: "2026-01-01" },
      ...{ value: "50.00", remainingValue: "50.00" },
    }));
    return {
      customer: (await t.given.customer(merchant)).id,
      ...{ email: null, memberId: null, mobileNumber: null, firstId: null },
      ...{
        template: template.id,
        startDate: null,
        today: null,
        notes: null,
        value: null,
        transaction: null,
        vouchers,
      },
      auditId: await t.deps.ids.take(merchant.id, "audit_entries"),
      ...{ actor: "token:1", subject: "voucher template", reason: null, address: null },
      ...{ key: null, fingerprint: null, ...changes },
    };
  };
  const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
  const count = async () => (await t.rows(merchant)).get("vouchers")?.size ?? 0;
  return { merchant, template, call, run, count };
}

const keyed = { key: "k", fingerprint: "f" };

test.each([
  ["one is done", issuesToCustomers, [true, false]],
  ["without the guard the statement fails", without(/\(of_key = 1 [^)]*\)/, "true"), "21000"],
])("calls of one batch that share a key: %s", async (_, statement, done) => {
  const { call, run } = await setting();
  expect(await run(statement, [await call(keyed), await call(keyed)])).toEqual(done);
});

test.each([
  ["leaves no key", issuesToCustomers, undefined],
  ["without the guard leaves one", without(/ and c\.vouchers is not null/), 1],
])("a call whose vouchers are not made yet %s", async (_, statement, keys) => {
  const { merchant, call, run } = await setting();
  await run(statement, [await call({ vouchers: null, ...keyed })]);
  expect((await t.rows(merchant)).get("idempotencyKeys")?.size || undefined).toBe(keys);
});

const days = / and \(c\.start_date is null or c\.start_date between [^)]*\)/;
test.each([
  ["is not done", issuesToCustomers, [false]],
  ["without the guard is done", without(days), [true]],
])("a call for a day that has passed %s", async (_, statement, done) => {
  const { call, run } = await setting();
  expect(await run(statement, [await call({ startDate: "2026-01-01" })])).toEqual(done);
});

const guards: readonly Guard[] = [
  customerAnonymized,
  {
    what: "the template loses its value",
    change: rowsOf("voucher_templates", "value = 0"),
    guard: / and case t\.is_dynamic when true then coalesce\(b\.[^;]*? end(?= for key share)/,
  },
  keyWritten(operation),
];

test.each(guardCases(issuesToCustomers, guards))(
  "$what while it waits: $says",
  async ({ change, statement, expected }) => {
    const { merchant, call, run, count } = await setting();
    const only = await call(keyed);
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual(expected);
    expect(await count()).toBe(statement === issuesToCustomers ? 0 : 2);
  },
);

const isOwn = / t\.merchant_id = \$1 and(?= t\.id = b\.template_id)/;
test.each([
  ["is done once", issuesToCustomers, [true]],
  ["without the guard is done twice, which fails", without(isOwn, ""), "23505"],
])("a call whose template has the id of another merchant's %s", async (_, statement, done) => {
  const { template, call, run } = await setting();
  await t.given.template(await t.given.merchant(), { id: template.id });
  expect(await run(statement, [await call()])).toEqual(done);
});

test("a value of its own protects a call from what happens to the template's", async () => {
  const { merchant, call, run } = await setting();
  const only = await call({ value: "20.00" });
  const change = rowsOf("voucher_templates", "value = 0");
  const running = () => run(issuesToCustomers, [only], "wait");
  expect(await whileItWaits(t, merchant.id, change, running)).toEqual([true]);
});

test("a customer whom another transaction holds does not hold up the batch", async () => {
  const { merchant, call, run } = await setting();
  const withOneHeld = async (statement: typeof issuesToCustomers) => {
    const [free, held] = [await call(), await call()];
    const lock = `select 1 from customers where merchant_id = $1 and id = ${held.customer} for update`;
    return whileHeld(t, merchant.id, lock, () => run(statement, [free, held]));
  };
  const guard = /(?<=u\.anonymized_at is null for key share )skip locked/;
  expect(await withOneHeld(issuesToCustomers)).toEqual([true, false]);
  expect(await withOneHeld(without(guard))).toBe("waits");
});

testKeptKey(() => t, {
  statement: issuesToCustomers,
  locks: "customers",
  setting: async () => {
    const { call, ...rest } = await setting();
    return { ...rest, call: () => call(keyed) };
  },
});
