import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenHarness, openHarness, together, twoProcesses } from "../../testing/index.ts";
import { generateCodes } from "./generate-codes.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

test.each([
  ["with one key start one job", true, 1],
  ["without keys start 10", false, 10],
])("10 calls of two processes %s", async (_, isKeyed, jobs) => {
  const merchant = await t.given.merchant();
  const { id: templateId } = await t.given.template(merchant);
  const input = { templateId, quantity: 3, startDate: null, endDate: null };
  const answers = await together(twoProcesses(t), 10, (writing) => {
    const ctx = isKeyed ? t.keyed(merchant, "k") : t.as(merchant);
    return generateCodes({ ...ctx, writing }, input);
  });
  expect(answers).toEqual({ done: 10 });
  const rows = await t.rows(merchant);
  expect(rows.get("jobs")?.size).toBe(jobs);
  expect(rows.get("auditEntries")?.size).toBe(jobs);
});
