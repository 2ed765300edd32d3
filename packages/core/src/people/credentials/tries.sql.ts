import { now } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { guessArm, guessParameters } from "../../entering/access/index.ts";
import { spendingOf, spentBudgetOf } from "../../foundation/budgets/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { DECIDING_SECONDS } from "./tries.rules.ts";
import { type SecretKind, secretTables } from "./types.ts";

const p = sql.placeholder;

/** A try that was counted before the secret is checked, with the verifier to check. */
export type ReservedTry = { readonly verifier: string };

/**
 * Identifies a try among the undecided tries of a row. The caller chooses the number, so that the try can be
 * settled even if the reservation's answer was lost. The number is stored as the microseconds of the try's
 * start.
 */
export type TryName = number;

/** The outcome of a try. `unread` means that the secret was not checked. */
export type Finding = "right" | "wrong" | "unread";

type CountColumn<Kind extends SecretKind> = (typeof secretTables)[Kind]["counts"][number];

/**
 * A kind of secret. `counts` has an SQL expression for each column that counts wrong tries: the column's
 * current value, read from the CTE `aged`.
 */
export type CountedSecret = {
  [Kind in SecretKind]: {
    readonly kind: Kind;
    readonly counts: Readonly<Record<CountColumn<Kind>, SQL>>;
  };
}[SecretKind];

/** Returns the condition that the parameter `finding` has this value. */
export const isFinding = (finding: Finding): SQL =>
  sql`${p("finding")} = ${sql.raw(`'${finding}'`)}`;

const isNamed = sql`extract(microseconds from b)::int % 1000000 = ${p("tryName")}`;

/** The undecided tries except the try that the parameter `tryName` names. */
const otherTries = sql`array(select b from unnest(deciding) b where not ${isNamed})`;

/** Whether no undecided try has the name in the parameter `tryName`. `c` is a row of the CTE `counted`. */
const isNameFree = sql`not exists (select 1 from unnest(c.under_way) b where ${isNamed})`;

/** The start of a try, as stored: the second of the statement's time, with `tryName` as microseconds. */
const namedTry = sql`date_trunc('second', c.now) + ${p("tryName")} * interval '1 microsecond'`;

/**
 * Returns the CTEs that lock a secret's row and read its tries. `others` is an SQL array: the undecided tries
 * except the call's own. `under_way` are those that may still get an outcome. `left_behind` is the number of
 * those that are too old and count as wrong; `last_wrong` considers their times too. `counted` adds the
 * current value of each count, such as `wrong_tries_now`.
 */
function countedArms({ kind, counts }: CountedSecret, others: SQL) {
  const late = sql`now - interval '1 second' * ${DECIDING_SECONDS}`;
  const current = Object.entries(counts).map(
    ([column, value]) => sql`${value} as ${nowOf(column)}`,
  );
  return {
    row: sql`select * from ${tableOf(kind)}
      where merchant_id = ${p("merchantId")} and customer_id = ${p("customerId")}
      for update`,
    held: sql`select "row".*, ${others} as others,
        ${now} as now
      from "row"`,
    aged: sql`select held.*,
        array(select b from unnest(others) b where b > ${late} order by b) as under_way,
        (select count(*) from unnest(others) b where b <= ${late}) as left_behind,
        greatest(last_wrong_at, (select max(b) from unnest(others) b where b <= ${late})) as last_wrong
      from held`,
    counted: sql`select aged.*, ${sql.join(current, sql`, `)} from aged`,
  };
}

/**
 * Returns the CTEs that count a try before the secret is checked. `hasRoom` is the condition for one more
 * try. It reads `c`, a row of the CTE `counted`. The condition and the try's start are in a CTE of their own,
 * because Citus allows no stable function over columns in an UPDATE of a distributed table.
 */
export function reservingArms(secret: CountedSecret, hasRoom: SQL) {
  return {
    ...countedArms(secret, sql`deciding`),
    able: sql`select c.*, ${namedTry} as named_try from counted c where ${hasRoom} and ${isNameFree}`,
    reserved: sql`update ${tableOf(secret.kind)} x set ${setCounts(secret, (current) => current)},
        last_wrong_at = c.last_wrong, deciding = c.under_way || c.named_try
      from able c
      where x.merchant_id = ${p("merchantId")} and x.customer_id = c.customer_id
      returning x.verifier`,
  };
}

/** The row of the CTE `reserved` as a `ReservedTry`. Null if the try was not counted. */
export const reservedDoc: SQL = sql`(select json_build_object('verifier', verifier) from reserved)`;

/**
 * Returns the CTEs that record the outcome of a try, which is the parameter `finding`. A right try sets the
 * counts to 0. A wrong try adds 1 to each count, and to the caller's guesses. An unread try changes no count.
 * `settled` has no row if the try is no longer undecided, or if its secret was replaced or is gone.
 */
export function settlingArms(secret: CountedSecret) {
  const counted = (current: SQL) => sql`case when ${isFinding("right")} then 0
          when ${isFinding("wrong")} then ${current} + 1 else ${current} end`;
  const columns = Object.keys(secret.counts).map((column) => sql`x.${sql.identifier(column)}`);
  return {
    ...countedArms(secret, otherTries),
    settled: sql`update ${tableOf(secret.kind)} x set ${setCounts(secret, counted)},
        last_wrong_at = case when ${isFinding("right")} then null
          when ${isFinding("wrong")} then c.now else c.last_wrong end,
        deciding = c.under_way
      from counted c
      where x.merchant_id = ${p("merchantId")} and x.customer_id = c.customer_id
        and cardinality(c.others) < cardinality(c.deciding)
      returning ${sql.join(columns, sql`, `)}`,
    guess: guessArm(isFinding("wrong")),
  };
}

/** The spending of a right PIN or password. */
export const checkSpending = (customerId: number) => spendingOf("checksOfCustomer", customerId);

/** The customer's budget of right PINs and passwords if it is spent. Reads the CTE `customer`. */
export const spentChecksDoc: SQL = spentBudgetOf(
  "checksOfCustomer",
  sql`(select id::text from customer)`,
);

/** Whether the CTE `settled` has a row. */
export const isSettled: SQL = sql`exists (select 1 from settled)`;

/** Returns a count's value after `settlingArms`. 0 if the secret is gone. */
export function countAfter(column: string): SQL {
  return sql`coalesce((select ${sql.identifier(column)} from settled),
    (select ${nowOf(column)} from counted), 0)`;
}

/** Returns the parameters of `reservingArms`. `settlingArms` also needs `finding`. */
export function tryParameters(ctx: CoreContext, customerId: number, tryName: TryName) {
  return {
    merchantId: ctx.caller.merchant.id,
    customerId,
    tryName,
    offsetMs: ctx.clockOffsetMs,
    ...guessParameters(ctx),
  };
}

/** The fields of `Tries`, read from a secret's row. Reads the time from the CTE `clock`. */
export const triesFields: SQL = sql`'wrongTries', wrong_tries,
        'secondsSinceLastWrong', extract(epoch from now - last_wrong_at),
        'deciding', array(select extract(epoch from now - began) from unnest(deciding) began)`;

function setCounts({ counts }: CountedSecret, afterwards: (current: SQL) => SQL): SQL {
  const sets = Object.keys(counts).map(
    (column) => sql`${sql.identifier(column)} = ${afterwards(sql`c.${nowOf(column)}`)}`,
  );
  return sql.join(sets, sql`, `);
}

const tableOf = (kind: SecretKind) => sql.identifier(secretTables[kind].name);
const nowOf = (column: string) => sql.identifier(`${column}_now`);
