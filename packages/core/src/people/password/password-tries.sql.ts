import { clockArm, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { type Guesses, guessDoc, guessesDoc } from "../../entering/access/index.ts";
import {
  type SpentBudget,
  spendingArms,
  spendingParameters,
} from "../../foundation/budgets/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import {
  type CountedSecret,
  checkSpending,
  type Finding,
  isFinding,
  isSettled,
  lookupParameters,
  type ReservedTry,
  reservedDoc,
  reservingArms,
  settlingArms,
  spentChecksDoc,
  type Tries,
  type TryName,
  triesFields,
  tryParameters,
} from "../credentials/index.ts";
import { type Customer, customerArm, customerDoc, type Identifier } from "../customers/index.ts";
import { PASSWORD_FREE_TRIES, PASSWORD_LONGEST_WAIT_SECONDS } from "./password.rules.ts";

const p = sql.placeholder;

/** The data that the rules of a password's tries check. */
export type PasswordSeen = {
  readonly customer: Customer | null;
  /** Null if no password is set. */
  readonly tries: Tries | null;
  readonly guesses: Guesses | null;
  /** The customer's budget of right PINs and passwords if it is spent. */
  readonly spentChecks: SpentBudget | null;
};

const load = statement<PasswordSeen>(
  "load_password",
  {
    clock: clockArm,
    customer: customerArm,
    password: sql`select * from passwords
      where merchant_id = ${p("merchantId")} and customer_id = (select id from customer)`,
  },
  sql`json_build_object('customer', ${customerDoc},
    'tries', (select json_build_object(${triesFields})
      from password, clock),
    'guesses', ${guessesDoc}, 'spentChecks', ${spentChecksDoc})`,
);

/** Reads a customer with the password's tries and the caller's guesses. */
export function loadPassword(ctx: CoreContext, user: Identifier): Promise<PasswordSeen> {
  return run(ctx.db, load, lookupParameters(ctx, user));
}

const countedPassword: CountedSecret = {
  kind: "password",
  counts: { wrong_tries: sql`wrong_tries + left_behind` },
};

const isFree = sql`c.wrong_tries_now + cardinality(c.under_way) < ${PASSWORD_FREE_TRIES}`;
const hasWaited = sql`c.wrong_tries_now >= ${PASSWORD_FREE_TRIES} and cardinality(c.under_way) = 0
  and c.now >= c.last_wrong + interval '1 second' * least(
    power(2, least(c.wrong_tries_now - ${PASSWORD_FREE_TRIES}, 30)),
    ${PASSWORD_LONGEST_WAIT_SECONDS})`;

/** The condition for a try is the same as for the state `open` of `passwordStanding`. */
const reserve = statement<ReservedTry | null>(
  "reserve_password_try",
  reservingArms(countedPassword, sql`(${isFree} or (${hasWaited}))`),
  reservedDoc,
);

/**
 * Counts a try before the password is checked. Null if the try must wait because of wrong passwords, or of
 * tries that are still undecided.
 */
export function reservePasswordTry(
  ctx: CoreContext,
  customerId: number,
  tryName: TryName,
): Promise<ReservedTry | null> {
  return run(ctx.db, reserve, tryParameters(ctx, customerId, tryName));
}

/** The result of `settlePasswordTry`. */
type PasswordSettled = {
  /** False if the try already counts as wrong, or if the password was replaced or deleted meanwhile. */
  readonly isInTime: boolean;
  /** If this try was wrong, the caller's guesses, this one included. Otherwise null. */
  readonly guesses: Guesses | null;
};

const settle = statement<PasswordSettled>(
  "settle_password_try",
  {
    ...settlingArms(countedPassword),
    spending: sql`select 1 from settled where ${isFinding("right")}`,
    ...spendingArms(sql`spending`),
  },
  sql`json_build_object('isInTime', ${isSettled}, 'guesses', ${guessDoc})`,
);

/**
 * Records the finding of a try: right, wrong, or not checked. A right try spends 1 from the customer's budget
 * of checks.
 */
export function settlePasswordTry(
  ctx: CoreContext,
  customerId: number,
  tryName: TryName,
  finding: Finding,
): Promise<PasswordSettled> {
  return run(ctx.db, settle, {
    ...tryParameters(ctx, customerId, tryName),
    ...spendingParameters([checkSpending(customerId)]),
    finding,
  });
}
