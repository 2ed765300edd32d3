import { clockArm, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { type Guesses, guessArm, guessDoc, guessesDoc, guessSubject } from "../access/index.ts";
import type { CoreContext } from "../context.ts";
import {
  allTries,
  DECIDING_SECONDS,
  decidingDoc,
  type Finding,
  found,
  heldArms,
  isNameFree,
  namedTry,
  otherTries,
  type ReservedTry,
  type Tries,
  type TryName,
} from "../credentials/index.ts";
import {
  type Customer,
  customerArm,
  customerDoc,
  customerParameters,
  type Identifier,
  type IdentifierForm,
  readIdentifier,
} from "../customers/index.ts";
import { PASSWORD_FREE_TRIES, PASSWORD_LONGEST_WAIT_SECONDS } from "./password.rules.ts";

const p = sql.placeholder;

/** The data that the rules of a password's tries check. */
export type PasswordScene = {
  readonly customer: Customer | null;
  /** Null if no password is set. */
  readonly tries: Tries | null;
  readonly guesses: Guesses | null;
};

const load = statement<PasswordScene>(
  "load_password_scene",
  {
    clock: clockArm,
    customer: customerArm,
    password: sql`select * from passwords
      where merchant_id = ${p("merchantId")}::bigint and customer_id = (select id from customer)`,
  },
  sql`json_build_object('customer', ${customerDoc},
    'tries', (select json_build_object(
        'wrongTries', wrong_tries,
        'secondsSinceLastWrong', extract(epoch from now - last_wrong_at),
        'deciding', ${decidingDoc})
      from password, clock),
    'guesses', ${guessesDoc})`,
);

/** Reads a customer with the password's tries and the caller's guesses. */
export function loadPasswordScene(
  ctx: CoreContext,
  user: Identifier,
  forms: readonly IdentifierForm[],
): Promise<PasswordScene> {
  const { merchant } = ctx.caller;
  return run(ctx.db, load, {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    guessSubject: guessSubject(ctx.caller),
    ...customerParameters(readIdentifier(user, forms, merchant.country)),
  });
}

/** The password's row with its current count. */
function countedArms(others: SQL): Readonly<Record<string, SQL>> {
  return {
    ...heldArms("passwords", others, DECIDING_SECONDS),
    counted: sql`select aged.*, wrong_tries + left_behind as wrong from aged`,
  };
}

const isFree = sql`c.wrong + cardinality(c.under_way) < ${PASSWORD_FREE_TRIES}::int`;
const hasWaited = sql`c.wrong >= ${PASSWORD_FREE_TRIES}::int and cardinality(c.under_way) = 0
  and c.now >= c.last_wrong + interval '1 second' * least(
    power(2, least(c.wrong - ${PASSWORD_FREE_TRIES}::int, 30)), ${PASSWORD_LONGEST_WAIT_SECONDS}::int)`;

const reserve = statement<ReservedTry | null>(
  "reserve_password_try",
  {
    ...countedArms(allTries),
    reserved: sql`update passwords set wrong_tries = c.wrong, last_wrong_at = c.last_wrong,
        deciding = c.under_way || ${namedTry}
      from counted c
      where passwords.merchant_id = ${p("merchantId")}::bigint and passwords.customer_id = c.customer_id
        and (${isFree} or (${hasWaited})) and ${isNameFree}
      returning passwords.verifier`,
  },
  sql`(select json_build_object('verifier', verifier) from reserved)`,
);

/** Counts a try before it is made; null if it must wait, or if other tries take its place. */
export function reservePasswordTry(
  ctx: CoreContext,
  customerId: number,
  tryName: TryName,
): Promise<ReservedTry | null> {
  return run(ctx.db, reserve, {
    tryName,
    merchantId: ctx.caller.merchant.id,
    customerId,
    offsetMs: ctx.clockOffsetMs,
  });
}

/** The result of settling a try. */
export type PasswordSettled = {
  /** False if the try already counts as wrong, or if its password was replaced. */
  readonly inTime: boolean;
  /** The caller's guesses, including a wrong try; null if the try was not wrong. */
  readonly guesses: Guesses | null;
};

const settle = statement<PasswordSettled>(
  "settle_password_try",
  {
    ...countedArms(otherTries),
    settled: sql`update passwords set
        wrong_tries = case when ${found("right")} then 0 when ${found("wrong")} then c.wrong + 1 else c.wrong end,
        last_wrong_at = case when ${found("right")} then null when ${found("wrong")} then c.now else c.last_wrong end,
        deciding = c.under_way
      from counted c
      where passwords.merchant_id = ${p("merchantId")}::bigint and passwords.customer_id = c.customer_id
        and cardinality(c.others) < cardinality(c.deciding)
      returning passwords.customer_id`,
    guess: guessArm(found("wrong")),
  },
  sql`json_build_object('inTime', exists (select 1 from settled), 'guesses', ${guessDoc})`,
);

/** Settles a try. A right one clears the count; a wrong one also counts as a guess of the caller. */
export function settlePasswordTry(
  ctx: CoreContext,
  customerId: number,
  tryName: TryName,
  finding: Finding,
): Promise<PasswordSettled> {
  return run(ctx.db, settle, {
    merchantId: ctx.caller.merchant.id,
    customerId,
    offsetMs: ctx.clockOffsetMs,
    guessSubject: guessSubject(ctx.caller),
    tryName,
    finding,
  });
}
