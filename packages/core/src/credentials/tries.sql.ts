import { now } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";

const p = sql.placeholder;

/** A try that was counted before its secret is checked. */
export type ReservedTry = { readonly verifier: string };

/**
 * Names a try among those of its row: the microseconds of its start. The caller chooses the name, so
 * that the try can be settled even if the answer to its reservation was lost.
 */
export type TryName = number;

/** The outcome of a try; `unread` if the secret was not checked after all. */
export type Finding = "right" | "wrong" | "unread";

/** Whether the parameter `finding` is that. */
export const found = (finding: Finding): SQL =>
  sql`${p("finding")}::text = ${sql.raw(`'${finding}'`)}`;

/** All undecided tries. */
export const allTries: SQL = sql`deciding`;

const isNamed = sql`extract(microseconds from b)::int % 1000000 = ${p("tryName")}::int`;

/** All except the try in the parameter `tryName`. */
export const otherTries: SQL = sql`array(select b from unnest(deciding) b where not ${isNamed})`;

/** Whether no running try of the arm `counted` has the name already. */
export const isNameFree: SQL = sql`not exists (select 1 from unnest(c.under_way) b where ${isNamed})`;

/** When a try began, including its name: up to a second from the arm `counted`'s own time. */
export const namedTry: SQL = sql`date_trunc('second', c.now) + ${p("tryName")}::int * interval '1 microsecond'`;

/**
 * The row that counts a secret's tries, locked until the end of the statement, with the undecided tries
 * that `others` selects: those still running (`under_way`), and the number that was left behind for too
 * long (`left_behind`), which `last_wrong` includes.
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

/** The ages of all undecided tries in seconds, by the arm `clock`. */
export const decidingDoc: SQL = sql`array(select extract(epoch from now - began) from unnest(deciding) began)`;
