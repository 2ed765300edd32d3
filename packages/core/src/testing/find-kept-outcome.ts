import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import type { OpenContext } from "../foundation/context.ts";
import type { KeptOutcome } from "../foundation/retries/index.ts";

const WEEK_MS = 7 * 86_400_000;

/** Returns the outcome stored under the call's key, or null. Keys expire after 7 days. */
export async function findKeptOutcome(
  { db, caller, clockOffsetMs, idempotency }: OpenContext,
  operation: string,
): Promise<KeptOutcome | null> {
  if (!idempotency) return null;
  const { idempotencyKeys: keys, idempotencyOutcomes: outcomes } = schema;
  const merchantId = caller.merchant.id;
  const { key } = idempotency;
  const [kept] = await db
    .select({ fingerprint: keys.fingerprint, createdAt: keys.createdAt, outcome: outcomes.outcome })
    .from(keys)
    .innerJoin(
      outcomes,
      and(
        eq(outcomes.merchantId, merchantId),
        eq(outcomes.operation, operation),
        eq(outcomes.key, key),
      ),
    )
    .where(and(eq(keys.merchantId, merchantId), eq(keys.operation, operation), eq(keys.key, key)));
  if (!kept || Date.parse(kept.createdAt) <= Date.now() + clockOffsetMs - WEEK_MS) return null;
  return { fingerprint: kept.fingerprint, outcome: kept.outcome as KeptOutcome["outcome"] };
}
