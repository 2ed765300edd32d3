import { heavy, ofMerchant, optional, run, type Statement, schema, statement } from "@stampbook/db";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { CoreContext } from "../../../foundation/context.ts";
import { type Page, type PageInput, type Placed, pageOf } from "../../../foundation/paging.ts";
import { customerParameters } from "../customer.sql.ts";
import type { CustomerRef, MembershipStatus } from "../types.ts";

const c = alias(schema.customers, "c");
const ms = alias(schema.memberships, "ms");
const l = alias(schema.levels, "l");

const p = sql.placeholder;

/** A customer as lists show them. */
export type CustomerListed = {
  readonly id: number;
  readonly name: string;
  readonly memberId: string | null;
  readonly email: string | null;
  readonly mobileNumber: string | null;
  readonly pictureUrl: string | null;
  readonly isActive: boolean;
  readonly isBlocked: boolean;
  readonly status: MembershipStatus;
  readonly level: number;
  readonly levelName: string;
  readonly stamps: number;
};

/** Filters customers; null means no filter. */
export type CustomerFilter = {
  readonly level: number | null;
  readonly status: MembershipStatus | null;
  readonly isBlocked: boolean | null;
  readonly tag: string | null;
};

/**
 * A search for customers with an identifier in `exactly`, and for customers whose names match the `tsquery`
 * `names`. If `names` is null, every name matches.
 */
export type Wanted = { readonly exactly: CustomerRef; readonly names: string | null };

/** The expression of the index `customers_folded_name`. */
const byName = sql`stampbook_fold(c.name) collate "C"`;

const filtered = and(
  optional(p("level"), eq(ms.level, p("level"))),
  optional(p("status"), eq(ms.status, p("status"))),
  optional(p("isBlocked"), eq(ms.isBlocked, p("isBlocked"))),
  optional(p("tag"), sql`${p("tag")} = any (${ms.tags})`),
);

const isMembership = and(ofMerchant(ms), eq(ms.customerId, c.id));

/** The expression of the index `customers_folded_words`. */
const words = sql`array_to_tsvector(string_to_array(c.merchant_id::text || '.'
  || replace(stampbook_fold(c.name), ' ', ' ' || c.merchant_id::text || '.'), ' '))`;

/**
 * Makes the statement of a list. `source` is the SQL that selects customers, and decides which index is read.
 */
const listBy = (name: string, source: SQL): Statement<readonly Placed<CustomerListed>[] | null> =>
  statement(
    name,
    {
      exact: sql`select customer_id as id from customer_identifiers
        where merchant_id = ${p("merchantId")} and not is_reserved and (form, value) in (
          ('email', ${p("userEmail")}), ('mobileNumber', ${p("userMobileNumber")}),
          ('memberId', ${p("userMemberId")}))
      union select id from customers
        where merchant_id = ${p("merchantId")} and id = ${p("userId")} and anonymized_at is null`,
      hit: sql`select c.*, ms.level, ms.status, ms.is_blocked, ms.stamps, 1 as part from exact e
      join customers c on ${ofMerchant(c)} and c.id = e.id
      join memberships ms on ${isMembership}
      where ${p("afterKey")}::text is null and ${filtered}`,
      named: sql`select c.*, ms.level, ms.status, ms.is_blocked, ms.stamps, 2 as part from ${source} c
      join memberships ms on ${isMembership}
      where ${ofMerchant(c)} and c.anonymized_at is null
        and (${byName}, c.id) > (coalesce(${p("afterKey")}, '') collate "C", ${p("afterId")})
        and c.id not in (select id from exact) and ${filtered}
      order by ${byName}, c.id limit ${p("limit")} + 1`,
    },
    sql`(select json_agg(json_build_object('id', c.id, 'name', c.name, 'memberId', c.member_id, 'email', c.email,
      'mobileNumber', c.mobile_number, 'pictureUrl', c.picture_url, 'isActive', c.is_active,
      'isBlocked', c.is_blocked, 'status', c.status, 'level', c.level, 'levelName', l.name, 'stamps', c.stamps,
      'place', case c.part when 1 then json_build_object('key', '', 'id', 0)
        else json_build_object('key', ${byName}, 'id', c.id) end) order by c.part, ${byName}, c.id)
    from (select * from hit union all select * from named) c
    join levels l on ${ofMerchant(l)} and l.level = c.level)`,
  );

const fold = statement<string>("fold_search", {}, sql`to_json(stampbook_fold(${p("text")}::text))`);

/** Returns a typed text as names are compared: without case, diacritics and invisible characters. */
export function foldText({ db }: CoreContext, text: string): Promise<string> {
  return run(db, fold, { text });
}

const browse = heavy(listBy("browse_customers", sql`customers`));
/** `offset 0` makes PostgreSQL search by words first, instead of reading all customers in name order. */
const search = heavy(
  listBy(
    "search_customers",
    sql`(select * from customers c
    where ${ofMerchant(c)} and ${words} @@ ${p("names")} offset 0)`,
  ),
);

/**
 * Returns a page of customers by name. Exact matches come first, on the first page only. Each page continues
 * after the last name of the page before.
 */
export async function selectCustomers(
  ctx: CoreContext,
  { exactly, names }: Wanted,
  { after, limit, ...filter }: CustomerFilter & PageInput,
): Promise<Page<CustomerListed>> {
  const rows = await run(ctx.db, names === null ? browse : search, {
    ...filter,
    ...customerParameters(exactly),
    merchantId: ctx.caller.merchant.id,
    ...(names === null ? {} : { names }),
    afterKey: after?.key ?? null,
    afterId: after?.id ?? 0,
    limit,
  });
  const hits = rows?.filter(({ place }) => place.id === 0).length ?? 0;
  return pageOf(rows ?? [], limit + hits);
}
