import { now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreDeps } from "../../foundation/context.ts";
import { identifierEntries } from "../../people/customers/index.ts";
import type { Moved, MovedMerchant } from "./import.rules.ts";

const p = sql.placeholder;
const merchantId = p("merchantId");

/** The row of an imported customer. Secrets are hashed already. */
export type CustomerRow = Omit<Moved["customers"], "password" | "pin">;

const insertedCustomers = statement<void>(
  "import_customers",
  {
    given: sql`select * from json_to_recordset(${p("rows")}::text::json) as x (id bigint,
      "memberId" text, "otherMemberIds" text[], email text, "mobileNumber" text, name text, gender text, address text,
      birthday date, "pictureUrl" text, "isActive" boolean, "passwordVerifier" text,
      "pinVerifier" text, level int, status int, stamps bigint, "stampsOwed" bigint, balance numeric(14, 2),
      identifiers json, tags text[], "referralCode" text, "startDate" date, "isBlocked" boolean,
      "allowNewsletters" boolean, "allowSmsMarketing" boolean, "allowWhatsappMarketing" boolean,
      "postalCode" text, notes text, "emailIsVerified" boolean, "phoneIsVerified" boolean, "registrationStatus" text, "registrationMethod" text,
      "registeringStoreId" bigint, "registeringEmployeeCode" text, "extraData" json,
      "createdAt" timestamptz, "anonymizedAt" timestamptz, "levelUntil" date, lots json)`,
    opening: sql`select x.moment, y.day, y.day + m.stamps_valid_days as expires_on from merchants m
      cross join lateral (select ${now} as moment) x
      cross join lateral (select (x.moment at time zone m.timezone)::date as day) y
      where m.id = ${merchantId}`,
    customers_in: sql`insert into customers (merchant_id, id, member_id, other_member_ids, email,
        mobile_number, name, gender, address, birthday, picture_url, is_active,
        allow_newsletters, allow_sms_marketing, allow_whatsapp_marketing, postal_code, notes,
        email_is_verified, phone_is_verified,
        registration_status, registration_method, registering_store_id, registering_employee_code,
        extra_data, anonymized_at, created_at)
      select ${merchantId}, id, "memberId", "otherMemberIds", email, "mobileNumber", name, gender, address,
        birthday, "pictureUrl", "isActive",
        "allowNewsletters", "allowSmsMarketing", "allowWhatsappMarketing", "postalCode", notes,
        "emailIsVerified", "phoneIsVerified",
        "registrationStatus", "registrationMethod", "registeringStoreId", "registeringEmployeeCode",
        "extraData", "anonymizedAt", coalesce("createdAt", o.moment) from given, opening o`,
    identifiers_in: sql`insert into customer_identifiers (merchant_id, form, value, customer_id, is_reserved)
      select ${merchantId}, x.form, x.value, id, x."isReserved" from given,
        json_to_recordset(identifiers) as x (form text, value text, "isReserved" boolean)`,
    lots: sql`select id, l.number, l.stamps, l."expiresOn" as expires_on from given,
        rows from (json_to_recordset(lots) as (stamps bigint, "expiresOn" date))
          with ordinality as l (stamps, "expiresOn", number)
      union all select id, 1, stamps, o.expires_on from given, opening o
      where json_typeof(lots) is distinct from 'array' and stamps > 0`,
    memberships_in: sql`insert into memberships (merchant_id, customer_id, level, status, stamps, stamps_owed,
        balance, tags, referral_code, start_date, is_blocked, level_until, entry_number, next_expiry_on,
        created_at)
      select ${merchantId}, id, level, status, stamps, "stampsOwed", balance, tags, "referralCode",
        "startDate", "isBlocked", "levelUntil", coalesce(l.count, 0), l.next,
        coalesce("createdAt", o.moment)
      from opening o, given left join (select l.id, count(*), min(l.expires_on) as next from lots l
        group by l.id) l using (id)`,
    entries_in: sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta,
        number, day, expires_on, created_at)
      select ${merchantId}, l.id, 'opening', l.number - 1, l.stamps, l.number, o.day, l.expires_on, o.moment
      from lots l, opening o`,
    debts_in: sql`insert into stamp_debts (merchant_id, customer_id, cause, cause_id, delta, created_at)
      select ${merchantId}, id, 'opening', 0, "stampsOwed", o.moment from given, opening o where "stampsOwed" > 0`,
    passwords_in: sql`insert into passwords (merchant_id, customer_id, verifier)
      select ${merchantId}, id, "passwordVerifier" from given where "passwordVerifier" is not null`,
    pins_in: sql`insert into pins (merchant_id, customer_id, verifier)
      select ${merchantId}, id, "pinVerifier" from given where "pinVerifier" is not null`,
  },
  sql`null`,
);

/** Inserts customers with memberships, verifiers, and the opening entries of their stamp ledgers. */
export async function insertCustomers(
  { db, clockOffsetMs: offsetMs }: CoreDeps,
  { id, country }: Pick<MovedMerchant, "id" | "country">,
  customers: readonly CustomerRow[],
) {
  const rows = customers.map((row) => ({ ...row, identifiers: identifierEntries(row, country) }));
  await run(db, insertedCustomers, { merchantId: id, offsetMs, rows: JSON.stringify(rows) });
}
