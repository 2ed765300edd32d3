import { asPart } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";

/**
 * The author of a change: a token, a member of staff, or the service. Rows store the author as text, such as
 * `token:7`.
 */
export type Actor = {
  readonly kind: "token" | "staff" | "service";
  readonly id: string;
  /** Null if the token or the person no longer exists. */
  readonly name: string | null;
};

/**
 * Returns SQL that makes an `Actor` of an expression like `token:7` or `staff:<id>`, or null. `$1` must be
 * the merchant's id.
 */
export const actorJson = (actor: string): string => `(case
    when ${actor} ~ '^token:[0-9]{1,18}$' then json_build_object('kind', 'token', 'id', substr(${actor}, 7),
      'name', (select t.name from api_tokens t
        where t.merchant_id = $1 and t.id = substr(${actor}, 7)::bigint))
    when ${actor} like 'staff:%' then json_build_object('kind', 'staff', 'id', substr(${actor}, 7),
      'name', (select u.name from staff_users u where u.id = substr(${actor}, 7)))
    when ${actor} is not null then json_build_object('kind', 'service', 'id', ${actor}, 'name', null)
  end)`;

/** Returns `actorJson` as a part of a statement with named parameters. Reads `merchantId`. */
export function actorDoc(column: SQL): SQL {
  return asPart(actorJson("$2"), sql`${sql.placeholder("merchantId")}`, column);
}

/**
 * Returns SQL for the readable name of the subject in a column like `staff <id>`: the name of a colleague, an
 * API token or a shared device, or the email address of an invitation. Null for other subjects, and if the
 * subject no longer exists. Reads `merchantId`.
 */
export function subjectName(column: SQL): SQL<string | null> {
  const merchantId = sql.placeholder("merchantId");
  return sql`(case
    when ${column} like 'staff %' then (select u.name from staff_users u where u.id = substr(${column}, 7))
    when ${column} like 'invitation %' then (select i.email from staff_invitations i
      where i.merchant_id = ${merchantId} and i.id = substr(${column}, 12))
    when ${column} ~ '^token [0-9]{1,18}$' then (select t.name from api_tokens t
      where t.merchant_id = ${merchantId} and t.id = substr(${column}, 7)::bigint)
    when ${column} ~ '^device [0-9]{1,18}$' then (select d.name from staff_devices d
      where d.merchant_id = ${merchantId} and d.id = substr(${column}, 8)::bigint)
  end)`;
}
