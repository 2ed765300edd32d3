import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Guard,
  guardCases,
  guardless,
  type OpenHarness,
  openHarness,
  rowsOf,
  runFor,
  whileItWaits,
} from "../../testing/index.ts";
import { testKeptKey } from "../../testing/kept-key.ts";
import { keyWritten, templateLosesValue } from "../../testing/known-guards.ts";
import { codeJobs, type GenerateCall, operation } from "./generate-codes.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: statements without their guard wrote wrong rows.
afterAll(() => t?.open.close());

const without = guardless(codeJobs);
const keyed = { key: "k", fingerprint: "f" };

async function setting() {
  const merchant = await t.given.merchant();
  const template = await t.given.template(merchant, { isDynamic: true, value: "50.00" });
  /** Makes a call that starts a job. */
  const call = async (changes: Partial<GenerateCall> = {}): Promise<GenerateCall> => ({
    job: await t.deps.ids.take(merchant.id, "jobs"),
    auditId: await t.deps.ids.take(merchant.id, "audit_entries"),
    ...{ template: template.id, quantity: 3, startDate: null, endDate: null },
    ...{ actor: "token:1", subject: "voucher template", reason: null, address: null },
    ...{ key: null, fingerprint: null },
    ...changes,
  });
  const place = { merchantId: merchant.id, offsetMs: 0 };
  const run = runFor(t, place);
  return { merchant, template, place, call, run };
}

test.each([
  ["one is done", codeJobs, [true, false]],
  ["without the guard the statement fails", without(/\(of_key = 1 [^)]*\)/, "true"), "21000"],
])("calls of one batch that share a key: %s", async (_, statement, done) => {
  const { call, run } = await setting();
  expect(await run(statement, [await call(keyed), await call(keyed)])).toEqual(done);
});

test("a started job has the name of the token that started it, and not of another token", async () => {
  const { merchant, place, call } = await setting();
  const token = (secret: string) =>
    t.given.token(merchant, { secret, hash: `${merchant.id} ${secret}` });
  for (const { id } of [await token("one"), await token("two")]) {
    const only = await call({ actor: `token:${id}` });
    const createdBy = { kind: "token", id: String(id), name: `Token ${id}` };
    expect(await codeJobs.run(t.db, place, [only], "wait")).toMatchObject([
      { done: { changed: { createdBy } } },
    ]);
  }
});

const guards: readonly Guard[] = [templateLosesValue, keyWritten(operation)];

test.each(guardCases(codeJobs, guards))(
  "$what while it waits: $says",
  async ({ change, statement, expected }) => {
    const { merchant, call, run } = await setting();
    const only = await call(keyed);
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual(expected);
  },
);

const fromSeen = without(
  /(?<=as end_date, )case when t\.id.*?(?= as template from able b)/,
  "b.template",
);
test.each([
  ["the job has the new value", codeJobs, "20.00"],
  ["if it is taken from what was seen, the job has the old one", fromSeen, "50.00"],
])("the template's value changes while it waits: %s", async (_, statement, value) => {
  const { merchant, place, call } = await setting();
  const only = await call();
  const change = rowsOf("voucher_templates", "value = 20");
  const running = () => statement.run(t.db, place, [only], "wait");
  expect(await whileItWaits(t, merchant.id, change, running)).toMatchObject([{ isDone: true }]);
  const rows = (await t.rows(merchant)).get("jobs");
  expect(rows?.get(String(only.job))).toMatchObject({ task: { template: { value } } });
});

const isOwn =
  /(?<=from voucher_templates t where )t\.merchant_id = \$1 and (?=t\.id = b\.template_id)/;
test.each([
  ["starts one job", codeJobs, [true]],
  ["without the guard starts two, which fails", without(isOwn), "23505"],
])("a call whose template has the id of another merchant's %s", async (_, statement, done) => {
  const { template, call, run } = await setting();
  await t.given.template(await t.given.merchant(), { id: template.id });
  expect(await run(statement, [await call()])).toEqual(done);
});

testKeptKey(() => t, {
  statement: codeJobs,
  locks: "voucher_templates",
  setting: async () => {
    const { call, ...rest } = await setting();
    return { ...rest, call: () => call(keyed) };
  },
});
