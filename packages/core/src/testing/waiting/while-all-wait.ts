import { openClient, type TestDatabase } from "@stampbook/db/testing";
import type { OpenHarness } from "../open-harness.ts";
import { untilWaiting } from "./until-waiting.ts";

/**
 * Locks a merchant's rows of a table until two statements of `work` wait for locks. Then waits for `work`.
 */
export async function whileAllWait(
  { open }: OpenHarness<TestDatabase>,
  table: "memberships" | "transactions" | "stamp_awards" | "vouchers" | "promo_codes",
  merchantId: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const sql = openClient(open.url, 2);
  try {
    const holder = await sql.reserve();
    await holder`begin`;
    await holder`select 1 from ${sql(table)} where merchant_id = ${merchantId} for update`;
    const working = work();
    await untilWaiting(sql, 2);
    await holder`rollback`;
    holder.release();
    await working;
  } finally {
    await sql.end();
  }
}
