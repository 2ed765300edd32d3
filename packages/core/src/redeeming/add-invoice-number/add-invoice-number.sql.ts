import {
  answers,
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyColumns,
  keyParts,
} from "../../writing/index.ts";
import type { InvoiceDone, InvoiceSeen } from "./add-invoice-number.rules.ts";

/** The operation's name in idempotency keys and refusals. */
export const operation = "redemptions.addInvoiceNumber";

const types = {
  redemption: "bigint",
  /** The ids of the stores in which the caller may act; null means all. */
  allowedStores: "bigint[] | null",
  invoiceNumber: "text",
  ...keyColumns,
} as const;

/** The values that one call sends to the statement. */
export type InvoiceCall = CallOf<typeof types>;

/** Whether the redemption `r` has no invoice number yet, or already the given one. */
const isFree = (invoiceNumber: string) =>
  `(r.invoice_number is null or r.invoice_number = ${invoiceNumber})`;

/** The redemption `r` as a `Redemption`. */
const redemptionJson = `json_build_object('id', r.id, 'name', r.name, 'stampsUsed', r.stamps_used,
      'status', r.status, 'extraData', r.extra_data)`;

/**
 * Locks the customer and then the redemption. So an anonymization either waits and then deletes the stored
 * outcome, or ends first, and the outcome has no personal data.
 */
const lock = ({ skipLocked }: Form) => `
  select b.n, b.now, b.key, b.fingerprint, b.wanted, b.redemption_id, b.customer_id, r.redemption
  from able b cross join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = b.customer_id for key share ${skipLocked}) u
  cross join lateral (select ${redemptionJson} as redemption from redemptions r
    where r.merchant_id = $1 and r.id = b.redemption_id and ${isFree("b.wanted")}
    for no key update ${skipLocked}) r`;

/** Returns the SQL that follows the CTE `calls`: further CTEs, and the SELECT. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.invoice_number as wanted, r.id as redemption_id,
    r.customer_id, r.store_id, r.invoice_number,
    case when r.id is not null then ${redemptionJson} end as redemption,
    ${key.keptJson} as kept,
    (c.allowed_stores is null or r.store_id = any (c.allowed_stores))
      and ${isFree("c.invoice_number")}
      and ${key.isNew} as passes
  from calls c
  left join lateral (select r.* from redemptions r
    where r.merchant_id = $1 and r.id = c.redemption${form.limit}) r on true${key.lookups}
),
able as (${firstCalls(form, "seen", ["redemption_id", "key"])}
),
locked as materialized (${lock(form)}
),${key.owned}
written as (
  update redemptions r set invoice_number = l.wanted
  from locked l where r.merchant_id = $1 and r.id = l.redemption_id and ${key.isOwned}
  returning l.*
),
done as (
  select s.n, s.key, json_build_object(
    'frame', json_build_object('redemption', s.redemption,
      'customer', json_build_object('id', s.customer_id)),
    'changed', json_build_object()) as outcome
  from written s
)${key.outcome}${answers(
    "seen",
    "done",
    `'redemption', b.redemption, 'storeId', b.store_id, 'invoiceNumber', b.invoice_number,
    'kept', b.kept`,
  )}`;
}

/**
 * Writes invoice numbers. A call is done only if:
 * - the rules allow it;
 * - its idempotency key has no stored outcome;
 * - no earlier call of the batch has its redemption or key;
 * - no other transaction has locked the redemption or its customer, unless the statement waits for locks.
 */
export const addInvoiceNumbers = batchStatement<InvoiceCall, InvoiceSeen, InvoiceDone>(
  "add_invoice_numbers",
  columnsOf(types),
  arms,
);
