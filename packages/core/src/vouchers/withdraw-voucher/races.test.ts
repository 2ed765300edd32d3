import { afterAll, beforeAll, expect, test } from "vitest";
import {
  guardless,
  type OpenHarness,
  openHarness,
  running,
  together,
  twoProcesses,
} from "../../testing/index.ts";
import { withdrawals } from "./withdraw-voucher.sql.ts";
import { withdrawVoucher } from "./withdraw-voucher.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

const without = guardless(withdrawals);

test.each([
  ["one is done", withdrawals, true],
  ["without the guards more are", without(/v\.is_active and v\.red/g, "v.red"), false],
])("20 calls of two processes withdraw a voucher: %s", async (_, statement, isOne) => {
  const merchant = await t.given.merchant();
  const { id: voucherTemplateId } = await t.given.template(merchant);
  const { id: voucherId } = await t.given.voucher(merchant, { voucherTemplateId });
  const processes = twoProcesses(t).map((process) => running(process, statement));
  const call = (writing: (typeof processes)[number]) =>
    withdrawVoucher({ ...t.as(merchant), writing }, { voucherId, reason: "Leaked" });
  const { done, voucher_not_available: late } = await together(processes, 20, call);
  expect(done === 1).toBe(isOne);
  expect(late === 19).toBe(isOne);
  expect((await t.rows(merchant)).get("auditEntries")?.size).toBe(done);
});
