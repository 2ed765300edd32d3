import { isDatabaseError } from "@stampbook/db";
import { auditColumns, insertAuditEntries } from "../../foundation/audit/index.ts";
import type { KeptOutcome } from "../../foundation/retries/index.ts";
import {
  answers,
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyColumns,
  keyParts,
} from "../../foundation/writing/index.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "programme.paymentMethods.save";

const types = {
  code: "text",
  /** The code in capitals (`codeKeyOf`), because codes are compared without case. */
  codeKey: "text",
  name: "text",
  earns: "boolean",
  ...auditColumns,
  ...keyColumns,
} as const;

/** The values that the statement gets for one call. */
export type MethodCall = CallOf<typeof types>;

/** The stored outcome of the call's idempotency key. No rule refuses a method. */
type MethodSeen = { readonly kept: KeptOutcome | null };

/** The outcome of a call, as stored under its idempotency key. */
type MethodDone = { readonly frame: object; readonly changed: object };

/**
 * The fields in which the call differs from the locked row `l`, with old and new values. Null if no field
 * differs.
 */
const changes = `(select json_object_agg(x.field, json_build_object('from', x.before, 'to', x.after))
      from (values ('code', to_json(l.code), to_json(c.code)), ('name', to_json(l.name), to_json(c.name)),
        ('earns', to_json(l.earns), to_json(c.earns))) as x(field, before, after)
      where x.before::text is distinct from x.after::text)`;

/** The SQL of the statement after the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.code_key, pm.code_key is not null as is_known,
    ${key.keptJson} as kept, ${key.isNew} as passes
  from calls c
  left join lateral (select pm.code_key from payment_methods pm
    where pm.merchant_id = $1 and pm.code_key = c.code_key${form.limit}) pm on true${key.lookups}
),
able as (${firstCalls(form, "seen", ["code_key", "key"])}
),
locked as materialized (
  select b.n, b.now, b.key, b.fingerprint, b.code_key, b.is_known, pm.code, pm.name, pm.earns
  from able b
  left join lateral (select pm.code, pm.name, pm.earns from payment_methods pm
    where pm.merchant_id = $1 and pm.code_key = b.code_key
    for no key update ${form.skipLocked}) pm on true
  where not b.is_known or pm.code is not null
),${key.owned}
changed as materialized (
  select l.n, l.now, l.code_key, l.is_known, ${changes} as details
  from locked l join calls c on c.n = l.n where ${key.isOwned}
),
written as (
  select x.* from changed x where x.details is not null
),
added as (
  insert into payment_methods as pm (merchant_id, code_key, code, name, earns, created_at)
  select $1, x.code_key, c.code, c.name, c.earns, x.now
  from written x join calls c on c.n = x.n where not x.is_known
  order by x.code_key
  returning pm.code_key
),
updated as (
  update payment_methods pm set code = c.code, name = c.name, earns = c.earns
  from written x join calls c on c.n = x.n
  where pm.merchant_id = $1 and pm.code_key = x.code_key
  returning pm.code_key
),
audited as (${insertAuditEntries({ action: operation, rows: "written", details: "d.details" })}
),
done as (
  select l.n, l.key, json_build_object('frame', json_build_object(), 'changed', json_build_object()) as outcome
  from locked l where ${key.isOwned}
)${key.outcome}${answers("seen", "done", "'kept', b.kept")}`;
}

/**
 * Saves methods of payment. The audit entry's old values are read from the locked row, so parallel calls
 * cannot record outdated ones. A call is done if its idempotency key has no stored outcome. If several calls
 * of a batch share a code or a key, only the first is done. Rows that another transaction has locked are
 * skipped. From the third try on (`again`), the statement waits for these rows. If another transaction adds
 * the same method meanwhile, the statement fails with an error for which `isSameMethod` is true.
 */
export const savePaymentMethods = batchStatement<MethodCall, MethodSeen, MethodDone>(
  "save_payment_methods",
  columnsOf(types),
  arms,
);

/** Whether an error means that another transaction has just added a method with the same code. */
export function isSameMethod(error: unknown): boolean {
  return (
    isDatabaseError(error) &&
    error.code === "23505" &&
    error.message.includes("payment_methods_merchant_id_code_key_pk")
  );
}
