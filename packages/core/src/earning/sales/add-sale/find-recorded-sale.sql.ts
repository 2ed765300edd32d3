import { clockArm, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import type { ExistingSale } from "./add-sale.rules.ts";
import { askedDay, existingJson, isOfInvoice } from "./existing.sql.ts";

const p = sql.placeholder;

/** The time and the invoice number of a call, and the id of its store. */
type Invoice = {
  readonly storeId: number;
  readonly invoiceNumber: string;
  readonly soldAt: string | null;
};

const load = statement<ExistingSale | null>(
  "find_recorded_sale",
  { clock: clockArm },
  sql`(select ${sql.raw(existingJson)}
  from (select clock.now, ${p("invoiceNumber")}::text as invoice_number, ${p("soldAt")}::text as sold_at
    from clock) c
  join stores s on s.merchant_id = ${p("merchantId")} and s.id = ${p("storeId")}${sql.raw(askedDay)}
  cross join lateral (select t.* from transactions t
    where t.merchant_id = ${p("merchantId")} and ${sql.raw(isOfInvoice)}) x)`,
);

/** Returns the recorded sale that `addSale` finds for the invoice number. Null if no sale has it. */
export function selectRecordedSale(
  { db, caller, clockOffsetMs: offsetMs }: CoreContext,
  { storeId, invoiceNumber, soldAt }: Invoice,
): Promise<ExistingSale | null> {
  const merchantId = caller.merchant.id;
  return run(db, load, { merchantId, offsetMs, storeId, invoiceNumber, soldAt });
}
