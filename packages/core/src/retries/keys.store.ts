import { GuardRefused, isDatabaseError, now, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { OpenContext } from "../context.ts";

const p = sql.placeholder;

/**
 * First arm of every save: the idempotency key, where there is one. A second statement with the key
 * waits here. A key is forgotten after 7 days.
 */
export const keyArm: SQL = sql`insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select ${p("merchantId")}::bigint, ${p("operation")}::text, ${p("key")}::text, ${p("fingerprint")}::text, ${now}
  where ${p("key")}::text is not null
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at <= excluded.created_at - interval '7 days'
  returning k.key`;

/** True where there is no key, or the key is this statement's. Arms that take locks ask for it. */
export const keyed: SQL = sql`(${p("key")}::text is null or exists (select 1 from key))`;

/** Last arm: keeps what the arm `changed` tells, with the frame, under the key. */
export const keptArm: SQL = sql`insert into idempotency_outcomes (merchant_id, operation, key, outcome)
  select ${p("merchantId")}::bigint, ${p("operation")}::text, ${p("key")}::text,
    json_build_object('frame', ${p("frame")}::json, 'changed', doc)
  from changed where ${p("key")}::text is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome`;

/** The answer of a save: what changed, or nothing at all of the statement stays. */
export const changedOrRefuse: SQL = sql`coalesce((select doc from changed), to_json(stampbook_refuse('state')))`;

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
        and k.created_at > ${now} - interval '7 days'`,
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
