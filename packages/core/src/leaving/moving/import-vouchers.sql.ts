import { now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreDeps } from "../../foundation/context.ts";
import type { Moved } from "./import.rules.ts";
import { withCodeKey } from "./import.sql.ts";

const p = sql.placeholder;
const merchantId = p("merchantId");
const rows = sql`${p("rows")}::text::json`;

const insertedVouchers = statement<void>(
  "import_vouchers",
  {
    given: sql`select * from json_to_recordset(${rows}) as x (id bigint,
      "voucherTemplateId" bigint, code text, "codeKey" text, "customerId" bigint,
      value numeric(14, 2), "remainingValue" numeric(14, 2), "startDate" date, "endDate" date,
      "isActive" boolean, "redeemedAt" timestamptz, notes text)`,
    vouchers_in: sql`insert into vouchers (merchant_id, id, voucher_template_id, code, code_key,
        customer_id, value, remaining_value, start_date, end_date, is_active, redeemed_at, notes,
        created_at)
      select ${merchantId}, given.*, ${now} from given`,
    entries_in: sql`insert into voucher_value_entries
        (merchant_id, voucher_id, cause, cause_id, delta, created_at)
      select ${merchantId}, id, 'opening', 0, "remainingValue", ${now} from given
      where "remainingValue" > 0`,
  },
  sql`null`,
);

/** Inserts vouchers. A voucher with a remaining value also gets an opening ledger entry. */
export async function insertVouchers(
  { db, clockOffsetMs: offsetMs }: CoreDeps,
  merchantId: number,
  vouchers: readonly Moved["vouchers"][],
): Promise<void> {
  const rows = JSON.stringify(vouchers.map(withCodeKey));
  await run(db, insertedVouchers, { merchantId, offsetMs, rows });
}
