import { GuardRefused, isDatabaseError, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { OpenContext } from "../context.ts";

const p = sql.placeholder;

/** What is kept under an idempotency key. */
export type KeptOutcome = {
  readonly fingerprint: string;
  readonly outcome: { readonly frame: unknown; readonly changed: unknown };
};

const find = statement<KeptOutcome | null>(
  "find_kept_outcome",
  {
    kept: sql`select k.fingerprint, o.outcome
      from idempotency_keys k
      join idempotency_outcomes o on o.merchant_id = k.merchant_id and o.operation = k.operation and o.key = k.key
      where k.merchant_id = ${p("merchantId")}::bigint and k.operation = ${p("operation")}::text
        and k.key = ${p("key")}::text
        and k.created_at > clock_timestamp() + ${p("offsetMs")}::double precision * interval '1 millisecond' - interval '7 days'`,
  },
  sql`(select json_build_object('fingerprint', fingerprint, 'outcome', outcome) from kept)`,
);

/** The outcome under the call's key, where an earlier call left one. */
export async function findKeptOutcome(
  ctx: OpenContext,
  operation: string,
): Promise<KeptOutcome | null> {
  if (!ctx.idempotency) return null;
  return run(ctx.db, find, {
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
    operation,
    key: ctx.idempotency.key,
  });
}

/** A lock timeout that struck at the key's own row: the first call with it has not ended. */
export function waitedForKey(error: unknown): boolean {
  return (
    isDatabaseError(error) &&
    error.code === "55P03" &&
    (error.where ?? "").includes("idempotency_keys")
  );
}

/** A guard's no, a deadlock's or a serialization's victim: nothing stayed, look again. */
export function lostRace(error: unknown): boolean {
  return (
    error instanceof GuardRefused ||
    (isDatabaseError(error) && (error.code === "40P01" || error.code === "40001"))
  );
}
