import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Change,
  type Guard,
  guardCases,
  guardless,
  type OpenHarness,
  openHarness,
  runFor,
  whileItWaits,
} from "../../testing/index.ts";
import { testKeptKey } from "../../testing/kept-key.ts";
import { keyWritten, templateLosesValue } from "../../testing/known-guards.ts";
import { type IssueCall, issues, operation } from "./issue-vouchers-to.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: statements without their guard wrote wrong rows.
afterAll(() => t?.open.close());

const without = guardless(issues);
const keyed = { key: "k", fingerprint: "f" };

async function setting() {
  const merchant = await t.given.merchant();
  const template = await t.given.template(merchant, { isDynamic: true, value: "50.00" });
  const customers = [await t.given.customer(merchant), await t.given.customer(merchant)];
  /** Makes a call that issues a voucher to each of two customers. */
  const call = async (changes: Partial<IssueCall> = {}): Promise<IssueCall> => {
    const ids = await t.deps.ids.takeMany(merchant.id, "vouchers", customers.length);
    const vouchers = customers.map((customer, n) => ({
      ...{ id: ids[n], code: `V${ids[n]}`, templateId: template.id, customerId: customer.id },
      ...{ value: "50.00", remainingValue: "50.00" },
    }));
    return {
      ...{ template: template.id, customers: customers.map(({ id }) => id), vouchers, details: {} },
      auditId: await t.deps.ids.take(merchant.id, "audit_entries"),
      ...{ actor: "token:1", subject: "voucher template", reason: null, address: null },
      ...{ key: null, fingerprint: null },
      ...changes,
    };
  };
  const place = { merchantId: merchant.id, offsetMs: 0 };
  return { merchant, customers, call, run: runFor(t, place) };
}

test.each([
  ["one is done", issues, [true, false]],
  ["without the guard the statement fails", without(/\(of_key = 1 [^)]*\)/, "true"), "21000"],
])("calls of one batch that share a key: %s", async (_, statement, done) => {
  const { call, run } = await setting();
  expect(await run(statement, [await call(keyed), await call(keyed)])).toEqual(done);
});

test.each([
  ["leaves no key", issues, undefined],
  ["without the guard leaves one", without(/ and c\.vouchers is not null/), 1],
])("a call whose vouchers are not made yet %s", async (_, statement, keys) => {
  const { merchant, call, run } = await setting();
  await run(statement, [await call({ vouchers: null, ...keyed })]);
  expect((await t.rows(merchant)).get("idempotencyKeys")?.size || undefined).toBe(keys);
});

/** Anonymizes one of two customers. */
const oneIsGone: Change = {
  lock: "select 1 from customers where merchant_id = $1 for update",
  change: `update customers set anonymized_at = now() where merchant_id = $1
    and id = (select min(id) from customers where merchant_id = $1)`,
};

const guards: readonly Guard[] = [
  {
    what: "a customer is anonymized (the customer's guard)",
    change: oneIsGone,
    guard: / and u\.anonymized_at is null(?= for key share)/,
  },
  {
    what: "a customer is anonymized (all or none)",
    change: oneIsGone,
    guard: / and m\.count = cardinality\(b\.customers\)/,
  },
  templateLosesValue,
  keyWritten(operation),
];

test.each(guardCases(issues, guards))(
  "$what while it waits: $says",
  async ({ change, statement, expected }) => {
    const { merchant, call, run } = await setting();
    const only = await call(keyed);
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual(expected);
    expect((await t.rows(merchant)).get("vouchers")?.size ?? 0).toBe(statement === issues ? 0 : 2);
  },
);

testKeptKey(() => t, {
  statement: issues,
  locks: "customers",
  setting: async () => {
    const { call, ...rest } = await setting();
    return { ...rest, call: () => call(keyed) };
  },
});
