import { type Db, inTransaction, isDatabaseError, withoutParameters } from "@stampbook/db";
import { sql } from "drizzle-orm";

/** A key is forgotten after this. */
const KEPT = "interval '7 days'";

/**
 * Look-ups of what is kept under the call's idempotency key: `k.fingerprint` and `o.outcome`, null
 * where nothing is. `call` is a row with `key` and `now`.
 */
export function keptUnderKey(operation: string, call: string): string {
  return `
  left join lateral (select k.fingerprint from idempotency_keys k
    where k.merchant_id = $1 and k.operation = '${operation}' and k.key = ${call}.key
      and k.created_at > ${call}.now - ${KEPT} limit 1) k on true
  left join lateral (select o.outcome from idempotency_outcomes o
    where k.fingerprint is not null
      and o.merchant_id = $1 and o.operation = '${operation}' and o.key = ${call}.key limit 1) o on true`;
}

/**
 * Inserts the keys of an arm with `key`, `fingerprint` and `now`, and returns those that are its own:
 * new, or forgotten. Waits for a transaction that writes the same key. Keys are taken in order, so
 * that two batches never wait for each other. ON CONFLICT allows immutable expressions only on
 * distributed tables, so times are compared without their zone.
 */
export function insertKeys(operation: string, arm: string): string {
  return `
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select $1, '${operation}', a.key, a.fingerprint, a.now from ${arm} a where a.key is not null order by a.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - ${KEPT}
  returning k.key`;
}

/** Keeps the outcomes of an arm with `key` and `outcome` under their keys. */
export function insertOutcomes(operation: string, arm: string): string {
  return `
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, '${operation}', a.key, a.outcome from ${arm} a where a.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key`;
}

/** SQLSTATE of a lock that was not to be had in time. */
const LOCK_TIMEOUT = "55P03";

/** Whether an error says that another transaction has held a lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  return isDatabaseError(error) && error.code === LOCK_TIMEOUT;
}

/** Whether another transaction is writing the key right now. Writes nothing itself. */
export async function isKeyBeingWritten(
  db: Db,
  { merchantId, operation, key }: { merchantId: number; operation: string; key: string },
): Promise<boolean> {
  const undone = new Error("undone");
  const trying = inTransaction(db, async (tx) => {
    await tx.execute(sql`set local lock_timeout = '1ms'`);
    await tx.execute(sql`insert into idempotency_keys (merchant_id, operation, key, fingerprint)
      values (${merchantId}, ${operation}, ${key}, '') on conflict do nothing`);
    throw undone;
  });
  return trying.catch((thrown: unknown) => {
    const error = withoutParameters(thrown);
    if (isLockTimeout(error)) return true;
    if (error === undone) return false;
    throw error;
  });
}
