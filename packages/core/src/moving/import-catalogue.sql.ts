import { type Db, now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreDeps } from "../context.ts";
import type { Moved } from "./import.rules.ts";
import { withCodeKey } from "./import.sql.ts";

const p = sql.placeholder;
const merchantId = p("merchantId");
const rows = sql`${p("rows")}::text::json`;

const insertedVoucherTemplates = statement<void>(
  "import_voucher_templates",
  {
    inserted: sql`insert into voucher_templates (merchant_id, id, name, value, is_dynamic,
        validity_days, picture_url, short_description, description, instructions,
        terms_and_conditions, stores, channels, extra_data)
      select ${merchantId}, * from json_to_recordset(${rows}) as x (id bigint, name text,
        value numeric(14, 2), "isDynamic" boolean, "validityDays" int, "pictureUrl" text,
        "shortDescription" text, description text, instructions text, "termsAndConditions" text,
        stores bigint[], channels int[], "extraData" json)`,
  },
  sql`null`,
);

const insertedRewards = statement<void>(
  "import_rewards",
  {
    inserted: sql`insert into rewards (merchant_id, id, code, code_key, name, kind,
        stamps_to_redeem, voucher_template_id, extra_data, is_active, start_date, end_date,
        stores, channels, description, terms, image_url, landscape_url, price, is_visible)
      select ${merchantId}, * from json_to_recordset(${rows}) as x (id bigint, code text,
        "codeKey" text, name text, kind text, "stampsToRedeem" bigint, "voucherTemplateId" bigint,
        "extraData" json, "isActive" boolean, "startDate" date, "endDate" date,
        stores bigint[], channels int[], description text, terms text, "imageUrl" text,
        "landscapeUrl" text, price numeric(14, 2), "isVisible" boolean)`,
  },
  sql`null`,
);

const insertedPromoCodes = statement<void>(
  "import_promo_codes",
  {
    inserted: sql`insert into promo_codes (merchant_id, id, code, code_key, name,
        description, is_active, start_date, end_date, start_time, end_time, max_uses,
        max_uses_per_customer, stores, channels, extra_data)
      select ${merchantId}, * from json_to_recordset(${rows}) as x (id bigint, code text,
        "codeKey" text, name text, description text, "isActive" boolean, "startDate" date,
        "endDate" date, "startTime" time, "endTime" time, "maxUses" int, "maxUsesPerCustomer" int,
        stores bigint[], channels int[], "extraData" json)`,
  },
  sql`null`,
);

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

/** Inserts the catalogue and vouchers. A voucher with a remaining value also gets an opening ledger entry. */
export const insertCatalogue = {
  voucherTemplates: (db: Db, id: number, rows: readonly Moved["voucherTemplates"][]) =>
    run(db, insertedVoucherTemplates, { merchantId: id, rows: JSON.stringify(rows) }),
  rewards: (db: Db, id: number, rows: readonly Moved["rewards"][]) =>
    run(db, insertedRewards, { merchantId: id, rows: JSON.stringify(rows.map(withCodeKey)) }),
  promoCodes: (db: Db, id: number, rows: readonly Moved["promoCodes"][]) =>
    run(db, insertedPromoCodes, { merchantId: id, rows: JSON.stringify(rows.map(withCodeKey)) }),
  vouchers: (
    { db, clockOffsetMs: offsetMs }: CoreDeps,
    id: number,
    rows: readonly Moved["vouchers"][],
  ) =>
    run(db, insertedVouchers, {
      merchantId: id,
      offsetMs,
      rows: JSON.stringify(rows.map(withCodeKey)),
    }),
};
