import { now } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";

const p = sql.placeholder;

/** A try that is counted before its secret is looked at. */
export type ReservedTry = { readonly verifier: string };

/**
 * Names a try among those of its row: the microseconds of when it began. Whoever makes the try
 * chooses it, so that it can be settled even where the answer to its reservation was lost.
 */
export type TryName = number;

/** What a try came to; `unread` where the secret was not looked at after all. */
export type Finding = "right" | "wrong" | "unread";

/** Whether the parameter `finding` is that. */
export const found = (finding: Finding): SQL =>
  sql`${p("finding")}::text = ${sql.raw(`'${finding}'`)}`;

/** All tries that are being decided. */
export const allTries: SQL = sql`deciding`;

const isNamed = sql`extract(microseconds from b)::int % 1000000 = ${p("tryName")}::int`;

/** All but the one that the parameter `tryName` names. */
export const otherTries: SQL = sql`array(select b from unnest(deciding) b where not ${isNamed})`;

/** Whether none of the tries under way of the arm `counted` has the name already. */
export const isNameFree: SQL = sql`not exists (select from unnest(c.under_way) b where ${isNamed})`;

/** When a try began, under its name: up to a second beside the arm `counted`'s own time. */
export const namedTry: SQL = sql`date_trunc('second', c.now) + ${p("tryName")}::int * interval '1 microsecond'`;

/**
 * The row that counts a secret's tries, held from here to the end of the statement, with what
 * `others` leaves of the tries being decided: `under_way`, and `left_behind` since so many seconds,
 * which `last_wrong` knows of.
 */
export function heldArms(
  table: "pins" | "passwords",
  others: SQL,
  decidingSeconds: number,
): Readonly<Record<string, SQL>> {
  const late = sql`now - interval '1 second' * ${decidingSeconds}::int`;
  return {
    row: sql`select * from ${sql.identifier(table)}
      where merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint
      for update`,
    held: sql`select "row".*, ${others} as others,
        ${now} as now
      from "row"`,
    aged: sql`select held.*,
        array(select b from unnest(others) b where b > ${late} order by b) as under_way,
        (select count(*)::int from unnest(others) b where b <= ${late}) as left_behind,
        greatest(last_wrong_at, (select max(b) from unnest(others) b where b <= ${late})) as last_wrong
      from held`,
  };
}

/** The ages of all tries being decided, in seconds, by the arm `clock`. */
export const decidingDoc: SQL = sql`array(select extract(epoch from now - began) from unnest(deciding) began)`;
