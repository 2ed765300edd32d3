import {
  type DocumentOf,
  json,
  now,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
  statement,
} from "@stampbook/db";
import { eq, isNull, type SQL, sql } from "drizzle-orm";
import { auditArm } from "../../foundation/audit/index.ts";
import { spendingArms, spentOrRefuse } from "../../foundation/budgets/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { type MessageTemplate, outboxArm, templatesDoc } from "../../foundation/messages/index.ts";
import { KEPT } from "../../foundation/writing/index.ts";
import { customerAloneArm } from "../../people/credentials/index.ts";
import { receiptTemplateCode } from "./receipt-mail.rules.ts";

const { customers, merchants, stores } = schema;
const p = sql.placeholder;
const kept = sql.raw(KEPT);

/** The operation's name in idempotency keys. */
const operation = "visits.emailReceipt";

const seen = (p: Parameters<{ readonly customerId: number; readonly storeId: number }>) => ({
  /** Null if the customer was anonymized. */
  customer: rowsOf(customers, {
    where: [eq(customers.id, p("customerId")), isNull(customers.anonymizedAt)],
  }).one({ email: customers.email, name: customers.name }),
  store: rowsOf(stores, { where: [eq(stores.id, p("storeId"))] }).one({
    name: stores.name,
    timezone: stores.timezone,
  }),
  merchant: rowsOf(merchants, { where: [] }).one({ currency: merchants.currency }),
  templates: templatesDoc(sql`${receiptTemplateCode}`) as SQL<readonly MessageTemplate[]>,
});

/** The data of a receipt by email, apart from its visit. */
type ReceiptSeen = DocumentOf<ReturnType<typeof seen>>;

const load = read(
  "load_receipt",
  (p: Parameters<{ readonly customerId: number; readonly storeId: number }>) => json(seen(p)),
);

/** Reads the customer, the store, the currency and the templates for a receipt. */
export function loadReceipt(
  { db, caller }: CoreContext,
  of: { readonly customerId: number; readonly storeId: number },
): Promise<ReceiptSeen> {
  return run(db, load, { ...of, merchantId: caller.merchant.id });
}

/** `isThere`: whether the customer still exists. `isNew`: whether this call queued the receipt. */
type ReceiptQueued = { readonly isThere: boolean; readonly isNew: boolean };

const queue = statement<ReceiptQueued>(
  "queue_receipt",
  {
    customer: customerAloneArm,
    owned: sql`insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
      select ${p("merchantId")}, ${operation}, ${p("key")}, '', ${now} from customer
      on conflict (merchant_id, operation, key) do update
        set created_at = excluded.created_at
        where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - ${kept}
      returning k.key`,
    outcome: sql`insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
      select ${p("merchantId")}, ${operation}, key,
        json_build_object('frame', json_build_object('customer',
          json_build_object('id', ${p("customerId")}::bigint)), 'changed', json_build_object())
      from owned
      on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome`,
    message: outboxArm(sql`owned`),
    ...spendingArms(sql`owned`),
    entry: auditArm(sql`owned`),
  },
  sql`json_build_object('isThere', exists (select 1 from customer),
    'isNew', case when ${spentOrRefuse} then exists (select 1 from owned) end)`,
);

/**
 * Queues the message once for each key, and spends its budgets. If a budget has too little left, writes
 * nothing, and `withinBudgets` throws the refusal.
 */
export function queueReceipt(
  ctx: CoreContext,
  parameters: Readonly<Record<string, unknown>> & {
    readonly customerId: number;
    readonly key: string;
  },
): Promise<ReceiptQueued> {
  return run(ctx.db, queue, parameters);
}
