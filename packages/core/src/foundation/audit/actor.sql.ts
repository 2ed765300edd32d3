import { asPart } from "@stampbook/db";
import { type Column, type SQL, sql } from "drizzle-orm";

/**
 * The author of a change: a token, a member of staff, a guest by the link of a booking, or the service. Rows store the author as text, such as
 * `token:7`.
 */
export type Actor = {
  readonly kind: "token" | "staff" | "guest" | "service";
  readonly id: string;
  /** Null if the token or the person no longer exists, for a guest and for the service. */
  readonly name: string | null;
};

/**
 * Returns SQL that makes an `Actor` of an expression like `token:7` or `staff:<id>`. Null if the expression
 * is null. `$1` must be the merchant's id.
 */
export const actorJson = (actor: string): string => `(case
    when ${actor} ~ '^token:[0-9]{1,18}$' then json_build_object('kind', 'token', 'id', substr(${actor}, 7),
      'name', (select t.name from api_tokens t
        where t.merchant_id = $1 and t.id = substr(${actor}, 7)::bigint))
    when ${actor} like 'staff:%' then json_build_object('kind', 'staff', 'id', substr(${actor}, 7),
      'name', (select u.name from staff_users u where u.id = substr(${actor}, 7)))
    when ${actor} is not null then json_build_object(
      'kind', case when ${actor} = 'guest' then 'guest' else 'service' end, 'id', ${actor}, 'name', null)
  end)`;

/** Returns `actorJson` as a part of a statement with named parameters. Reads `merchantId`. */
export function actorDoc(column: SQL): SQL {
  return asPart(actorJson("$2"), sql`${sql.placeholder("merchantId")}`, column);
}

type NameColumns = Readonly<Record<"name" | "mobileNumber" | "email" | "memberId", Column>>;

/** The name by which staff know a customer: a customer without a name is called by phone, email or Member ID. */
export const shownName = ({ name, mobileNumber, email, memberId }: NameColumns) =>
  sql<string>`coalesce(nullif(${name}, ''), ${mobileNumber}, ${email}, ${memberId}, '')`;

/** The tables of subjects that have a column `name`. A key is the noun of a subject such as `store 7`. */
const namedTables = {
  token: "api_tokens",
  device: "staff_devices",
  store: "stores",
  reward: "rewards",
  "voucher template": "voucher_templates",
  "promo code": "promo_codes",
};

/**
 * Returns SQL for the readable name of the subject in a column like `reward 12`: the name of a colleague, an
 * API token, a shared device, a store or an item of the catalogue, the email address of an invitation, or the
 * name of a voucher's template. Null for other subjects, and if the subject no longer exists. Reads
 * `merchantId`.
 */
export function subjectName(column: SQL): SQL<string | null> {
  const merchantId = sql.placeholder("merchantId");
  const isA = (noun: string) => sql`${column} ~ ${sql.raw(`'^${noun} [0-9]{1,18}$'`)}`;
  const idAfter = (noun: string) =>
    sql`substr(${column}, ${sql.raw(String(noun.length + 2))})::bigint`;
  const named = Object.entries(namedTables).map(
    ([noun, table]) => sql`when ${isA(noun)} then (select n.name from ${sql.raw(table)} n
      where n.merchant_id = ${merchantId} and n.id = ${idAfter(noun)})`,
  );
  return sql`(case
    when ${column} like 'staff %' then (select u.name from staff_users u where u.id = substr(${column}, 7))
    when ${column} like 'invitation %' then (select i.email from staff_invitations i
      where i.merchant_id = ${merchantId} and i.id = substr(${column}, 12))
    ${sql.join(named, sql` `)}
    when ${isA("voucher")} then (select t.name from vouchers v
      join voucher_templates t on t.merchant_id = ${merchantId} and t.id = v.voucher_template_id
      where v.merchant_id = ${merchantId} and v.id = ${idAfter("voucher")})
  end)`;
}
