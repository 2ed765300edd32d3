import { type Db, type Parameters, read, rowsOf, run, schema, statement } from "@stampbook/db";
import { asc, sql } from "drizzle-orm";

const { customerIdentifiers: identifiers, merchants } = schema;

const p = sql.placeholder;

/** An entry of `customer_identifiers`, as an earlier version may have written it. */
type StoredEntry = {
  readonly form: string;
  readonly value: string;
  readonly customerId: number;
  readonly isReserved: boolean;
};

/** The condition of the index `customer_identifiers_odd`: only values beyond ASCII have several forms. */
const isOdd = sql`(${identifiers.form} = 'unreadMemberId'
  or octet_length(${identifiers.value}) <> char_length(${identifiers.value}))`;
/** Sorts bytewise, so that pages do not depend on the database's collation. */
const place = sql`(${identifiers.form} || ' ' || ${identifiers.value}) collate "C"`;

const odd = read(
  "list_odd_identifiers",
  (input: Parameters<{ readonly after: string; readonly limit: number }>) =>
    rowsOf(merchants, { where: [] }).one({
      country: merchants.country,
      rows: rowsOf(identifiers, {
        where: [isOdd, sql`${place} > ${input("after")}::text collate "C"`],
        orderBy: [asc(place)],
        limit: sql`${input("limit")}`,
      }).list({
        form: identifiers.form,
        value: identifiers.value,
        customerId: identifiers.customerId,
        isReserved: identifiers.isReserved,
      }),
    }),
);

const PAGE = 1_000;

/**
 * Yields the entries of a merchant that an earlier version may have written in another form, with the
 * merchant's country, page by page.
 */
export async function* oddEntries(db: Db, merchantId: number) {
  for (let after = ""; ; ) {
    const page = await run(db, odd, { merchantId, after, limit: PAGE });
    const last = page?.rows.at(-1);
    if (!page || !last) return;
    yield page;
    after = `${last.form} ${last.value}`;
  }
}

/** An entry, and the form and value under which it should be stored. */
export type Renewal = StoredEntry & { readonly newForm: string; readonly newValue: string };

const renew = statement<number>(
  "renew_identifiers",
  {
    read: sql`select form, value, "customerId" as customer_id, "isReserved" as is_reserved,
        "newForm" as new_form, "newValue" as new_value
      from json_to_recordset(${p("renewals")}) as x(form text, value text, "customerId" bigint,
        "isReserved" boolean, "newForm" text, "newValue" text)`,
    renewed: sql`insert into customer_identifiers as i (merchant_id, form, value, customer_id, is_reserved)
      select distinct on (r.new_form, r.new_value) ${p("merchantId")}, r.new_form, r.new_value,
        o.customer_id, r.is_reserved
      from read r join customer_identifiers o on o.merchant_id = ${p("merchantId")}
        and o.form = r.form and o.value = r.value and o.customer_id = r.customer_id
      order by r.new_form, r.new_value, o.customer_id, r.is_reserved
      on conflict (merchant_id, form, value)
        do update set is_reserved = i.is_reserved and excluded.is_reserved
        where i.customer_id = excluded.customer_id
      returning i.form, i.value, i.customer_id`,
    shown: sql`update customers c set email = r.new_value from read r
      where c.merchant_id = ${p("merchantId")} and c.id = r.customer_id and c.email = r.value
        and r.form = 'email' and exists (select 1 from renewed d
          where d.form = r.new_form and d.value = r.new_value and d.customer_id = r.customer_id)
      returning c.id`,
    done: sql`delete from customer_identifiers i using read r
      where i.merchant_id = ${p("merchantId")} and i.form = r.form
        and i.value = r.value and i.customer_id = r.customer_id
        and exists (select 1 from renewed d
          where d.form = r.new_form and d.value = r.new_value and d.customer_id = r.customer_id)
      returning 1`,
  },
  sql`(select count(*) from done)`,
);

/**
 * Stores each entry under its new form and value, and an email also with the customer. Returns for how many
 * this succeeded. An entry stays as it
 * is if another customer has the new one.
 */
export async function saveRenewals(db: Db, merchantId: number, renewals: readonly Renewal[]) {
  return Number(await run(db, renew, { merchantId, renewals: JSON.stringify(renewals) }));
}
