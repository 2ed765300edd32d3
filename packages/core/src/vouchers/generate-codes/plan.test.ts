import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFewRows,
  keepManyOutcomes,
  type OpenHarness,
  openOwnHarness,
  textNames,
} from "../../testing/index.ts";
import { codeJobs, type GenerateCall, operation } from "./generate-codes.sql.ts";

// Tests that the statement reads few rows under PostgreSQL's generic plan, which the service's connections
// use (`packages/db/src/connecting/plan-once.ts`). The tables have no statistics, as in a new database.

let t: OpenHarness;
beforeAll(async () => {
  t = await openOwnHarness();
});
afterAll(() => t?.close());

/** Makes the inputs of 64 calls. Each call starts a job. */
async function manyKeys() {
  const merchant = await t.given.merchant();
  const { id: template } = await t.given.template(merchant);
  await keepManyOutcomes(t.open.url, merchant.id, operation, ["jobs"]);
  const calls = Array.from(
    { length: 64 },
    (_, n): GenerateCall => ({
      ...{ job: n + 1, template, quantity: 3, startDate: null, endDate: null },
      ...{ auditId: n + 1, actor: "token:1", subject: "voucher template", reason: null },
      ...{ address: null, key: `k${n}`, fingerprint: "f" },
    }),
  );
  return { place: { merchantId: merchant.id, offsetMs: 0 }, calls };
}

let rows: Awaited<ReturnType<typeof manyKeys>>;
beforeAll(async () => {
  rows = await manyKeys();
});

test.each(textNames)("the general plan (%s) reads a few rows for each call", async (text) => {
  expect.hasAssertions();
  const { url } = t.open;
  const small = ["merchants", "voucher_templates", "api_tokens", "staff_users"];
  const statement = { statement: codeJobs, changes: "jobs", small, scans: 4 };
  await expectFewRows({ url, ...rows, ...statement }, text);
});
