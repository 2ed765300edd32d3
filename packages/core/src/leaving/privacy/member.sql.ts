import { now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import type { KeptOutcome } from "../../foundation/retries/index.ts";
import { KEPT, type Kept } from "../../foundation/writing/index.ts";
import { type CustomerRef, customerArm, customerParameters } from "../../people/customers/index.ts";
import type { Identifiers } from "./customer.sql.ts";

/** The operation's name in idempotency keys. */
const operation = "members.anonymize";

/** The answer to an anonymization says nothing more than that it is done. */
export const keptAnonymization: Kept<unknown, void> = { operation, read: () => undefined };

const p = sql.placeholder;
const kept = sql.raw(KEPT);

/** The data read before a token anonymizes a member. `customer` is null if the member is unknown. */
type AnonymizationSeen = {
  readonly customer: { readonly id: number; readonly identifiers: Identifiers } | null;
  readonly kept: KeptOutcome | null;
};

const find = statement<AnonymizationSeen>(
  "find_member_to_anonymize",
  {
    customer: customerArm,
    kept: sql`select k.fingerprint, o.outcome from idempotency_keys k
      join idempotency_outcomes o on o.merchant_id = ${p("merchantId")} and o.operation = k.operation
        and o.key = k.key
      where k.merchant_id = ${p("merchantId")} and k.operation = ${operation} and k.key = ${p("key")}
        and k.created_at > ${now} - ${kept}`,
  },
  sql`json_build_object(
    'customer', (select json_build_object('id', id, 'identifiers', json_build_object('name', name,
      'email', email, 'memberId', member_id, 'otherMemberIds', other_member_ids,
      'mobileNumber', mobile_number)) from customer),
    'kept', (select json_build_object('fingerprint', fingerprint, 'outcome', outcome) from kept))`,
);

/** Reads a member by any form of identifier, and the stored outcome of the call's idempotency key. */
export function findMember(ctx: CoreContext, ref: CustomerRef): Promise<AnonymizationSeen> {
  return run(ctx.db, find, {
    ...customerParameters(ref),
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
    key: ctx.idempotency?.key ?? null,
  });
}

const keep = statement<boolean>(
  "keep_anonymization",
  {
    owned: sql`insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
      values (${p("merchantId")}, ${operation}, ${p("key")}, ${p("fingerprint")}, ${now})
      on conflict (merchant_id, operation, key) do update
        set fingerprint = excluded.fingerprint, created_at = excluded.created_at
        where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - ${kept}
      returning k.key`,
    outcome: sql`insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
      select ${p("merchantId")}, ${operation}, key, '{"frame": {}, "changed": {}}' from owned
      on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome`,
  },
  sql`to_json(exists (select 1 from owned))`,
);

/**
 * Stores an outcome for the idempotency key: the call anonymized a member. Call it in the transaction of the
 * anonymization. Returns false if another call has stored an outcome for the key.
 */
export function keepAnonymization(
  ctx: CoreContext,
  { key, fingerprint }: { readonly key: string; readonly fingerprint: string },
): Promise<boolean> {
  return run(ctx.db, keep, {
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
    key,
    fingerprint,
  });
}
