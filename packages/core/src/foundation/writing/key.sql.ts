import { type Db, inTransaction, isDatabaseError, withoutParameters } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CallOf } from "./columns.ts";
import type { Form } from "./form.ts";

/** The age at which an idempotency key expires. */
export const KEPT = "interval '7 days'";

/**
 * The stored fingerprint of derived keys: keys that the statement makes for calls that were sent without one.
 * A derived key is a hash of the request, so equal keys mean equal requests.
 */
const DERIVED = "derived";

/** The columns of a call's idempotency key; null if the call has no key. */
export const keyColumns = { key: "text | null", fingerprint: "text | null" } as const;

/** A call's idempotency key and fingerprint. Both are null if the call has no key. */
export type CallKey = CallOf<typeof keyColumns>;

/** A context whose request may have an idempotency key. */
type Keyed = { readonly idempotency?: { readonly key: string; readonly fingerprint: string } };

/** Returns the values of `keyColumns` for the request; nulls if it has no idempotency key. */
export function keyOf({ idempotency }: Keyed): CallKey {
  return { key: idempotency?.key ?? null, fingerprint: idempotency?.fingerprint ?? null };
}

/** The parts of a statement's SQL for idempotency keys. In the form `plain`, they do nothing. */
type KeyParts = {
  /** The columns `key` and `fingerprint` of the CTE `seen`. With a derived key, `fingerprint` is null. */
  readonly columns: string;
  /** Joins that look up the key of `c`, a row of `calls`, and the key's stored outcome. */
  readonly lookups: string;
  /** Whether the key is new or has expired. Also true for a call without a key. */
  readonly isNew: string;
  /** The stored outcome as a `KeptOutcome`, or null. */
  readonly keptJson: string;
  /** The CTE `owned`, which writes the keys of the rows of `locked`: `key`, `fingerprint` and `now`. */
  readonly owned: string;
  /** Whether this statement wrote the key of `l`, a row of `locked`. Also true if the call has no key. */
  readonly isOwned: string;
  /** The CTE `outcome`, which stores the outcomes of the rows of `done`: `key` and `outcome`. */
  readonly outcome: string;
};

/**
 * Returns the parts for an operation in a form of its statement. `derived` is SQL over `c` and the statement's
 * look-ups that makes a key for a call that was sent without one. If its value is null, the call has no key.
 * The key's row stores the redemption's id, so that a cancel finds the row. `locked` must then have the column
 * `redemption`.
 */
export function keyParts(
  operation: string,
  { isKeyed, isSingle, limit }: Form,
  derived: string | null,
): KeyParts {
  if (!isKeyed)
    return {
      columns: "c.key, c.fingerprint",
      ...{ lookups: "", isNew: "true", keptJson: "null::json" },
      ...{ owned: "", isOwned: "true", outcome: "" },
    };
  const key = derived ? "own.key" : "c.key";
  return {
    columns: `${key}, c.fingerprint`,
    lookups: `${
      derived
        ? `
  cross join lateral (select coalesce(c.key, ${derived}) as key) own`
        : ""
    }
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = '${operation}' and o.key = ${key}
    where k.merchant_id = $1 and k.operation = '${operation}' and k.key = ${key}
      and k.created_at > c.now - ${KEPT}${limit}) k on true`,
    isNew: "k.fingerprint is null",
    keptJson: `case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end`,
    owned: `
owned as (${insertKeys(operation, { inOrder: isSingle ? "" : "order by l.key", isDerived: derived !== null })}
),`,
    isOwned: isSingle
      ? "(l.key is null or exists (select 1 from owned))"
      : "(l.key is null or l.key in (select key from owned))",
    outcome: `,
outcome as (${insertOutcomes(operation)}
)`,
  };
}

/**
 * Inserts the keys of `locked`, and overwrites expired keys. Returns the keys that it wrote. Waits for a
 * transaction that writes the same key. Writes keys in order, so that two batches do not deadlock on keys.
 * Compares times without their zone, because on distributed (Citus) tables ON CONFLICT allows only immutable
 * expressions.
 */
const insertKeys = (
  operation: string,
  { inOrder, isDerived }: { readonly inOrder: string; readonly isDerived: boolean },
) => `
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint,${isDerived ? " redemption_id," : ""} created_at)
  select $1, '${operation}', l.key, ${
    isDerived
      ? `coalesce(l.fingerprint, '${DERIVED}'),
    case when l.fingerprint is null then l.redemption end`
      : "l.fingerprint"
  }, l.now
  from locked l where l.key is not null ${inOrder}
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint,${isDerived ? " redemption_id = excluded.redemption_id," : ""} created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - ${KEPT}
  returning k.key`;

const insertOutcomes = (operation: string) => `
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, '${operation}', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key`;

/** SQLSTATE of a lock timeout. */
const LOCK_TIMEOUT = "55P03";

/** Whether the error is PostgreSQL's lock timeout: another transaction has held a lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  return isDatabaseError(error) && error.code === LOCK_TIMEOUT;
}

/** Returns whether another transaction is writing the key now. Tries to insert the key, and rolls back. */
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
