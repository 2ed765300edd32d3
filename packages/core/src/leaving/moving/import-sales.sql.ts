import { now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreDeps } from "../../foundation/context.ts";
import type { Moved } from "./import.rules.ts";

const p = sql.placeholder;
const merchantId = p("merchantId");

// The digest of a sale's content is empty, because the file lacks parts of the content. So a later call with
// the same invoice number is never treated as a repetition of the sale.
const insertedSales = statement<void>(
  "import_transactions",
  {
    given: sql`select * from json_to_recordset(${p("rows")}::text::json) as x (id bigint,
      "storeId" bigint, "customerId" bigint, "invoiceNumber" text, "soldAt" timestamptz, "businessDay" date,
      total numeric(14, 2), subtotal numeric(14, 2), spending numeric(14, 2), "stampsEarned" bigint, status text,
      "supersededById" bigint)`,
    inserted: sql`insert into transactions (merchant_id, id, store_id, customer_id, invoice_number,
        business_day, sold_at, total, subtotal, status, stamps_earned, spending, digest, created_at,
        created_by, canceled_at, canceled_by, superseded_by_id)
      select ${merchantId}, g.id, g."storeId", g."customerId", g."invoiceNumber",
        coalesce(g."businessDay", (g."soldAt" at time zone s.timezone)::date), g."soldAt", g.total, g.subtotal, g.status,
        g."stampsEarned", g.spending, '', g."soldAt", 'import',
        case when g.status = 'Canceled' then ${now} end,
        case when g.status = 'Canceled' then 'import' end, g."supersededById"
      from given g join stores s on s.merchant_id = ${merchantId} and s.id = g."storeId"`,
  },
  sql`null`,
);

/** Inserts past sales. */
export async function insertSales(
  { db, clockOffsetMs: offsetMs }: CoreDeps,
  id: number,
  rows: readonly Moved["transactions"][],
): Promise<void> {
  await run(db, insertedSales, { merchantId: id, offsetMs, rows: JSON.stringify(rows) });
}
