import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenHarness, openHarness, together, twoProcesses } from "../../testing/index.ts";
import { issueVouchersTo } from "./issue-vouchers-to.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

test.each([
  ["with one key issue two vouchers", true, 1],
  ["without keys issue 20", false, 10],
])("10 calls of two processes for two customers %s", async (_, isKeyed, times) => {
  const merchant = await t.given.merchant();
  const { id: templateId } = await t.given.template(merchant);
  const customers = [await t.given.customer(merchant), await t.given.customer(merchant)];
  const input = { templateId, customerIds: customers.map(({ id }) => id), reason: null };
  const answers = await together(twoProcesses(t), 10, (writing) => {
    const ctx = isKeyed ? t.keyed(merchant, "k") : t.as(merchant);
    return issueVouchersTo({ ...ctx, writing }, input);
  });
  expect(answers).toEqual({ done: 10 });
  const rows = await t.rows(merchant);
  expect(rows.get("vouchers")?.size).toBe(2 * times);
  expect(rows.get("auditEntries")?.size).toBe(times);
});
