import type { OpenHarness } from "../open-harness.ts";
import { clientBeside } from "./client-beside.ts";
import { untilWaiting } from "./until-waiting.ts";

/**
 * Locks a merchant's rows of a table until two statements of `work` wait for locks. Returns its result.
 */
export async function whileAllWait<Result>(
  { open }: OpenHarness,
  table: "memberships" | "transactions" | "stamp_awards" | "vouchers" | "promo_codes",
  merchantId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const sql = clientBeside(open);
  const holder = await sql.reserve();
  try {
    await holder`begin`;
    await holder`select 1 from ${sql(table)} where merchant_id = ${merchantId} for update`;
    const working = work();
    await untilWaiting(sql, 2);
    await holder`rollback`;
    return await working;
  } finally {
    // ends the transaction if the test has failed
    await holder`rollback`;
    holder.release();
  }
}
