import { clockArm, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { type Guesses, guessArm, guessDoc, guessesDoc, guessSubject } from "../access/index.ts";
import {
  type SpentBudget,
  spendingArms,
  spendingOf,
  spendingParameters,
  spentBudgetDoc,
} from "../budgets/index.ts";
import { actorOf, type CoreContext } from "../context.ts";
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
  type TryName,
} from "../credentials/index.ts";
import {
  type Customer,
  customerArm,
  customerDoc,
  customerParameters,
  type Identifier,
  type Membership,
  membershipArm,
  membershipDoc,
  readIdentifier,
} from "../customers/index.ts";
import { PIN_WINDOW_SECONDS, type PinLimits, type PinTries } from "./pin.rules.ts";

const p = sql.placeholder;

/** The data that the rules of a PIN's tries check. */
export type PinScene = {
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  readonly limits: PinLimits;
  /** Null if no PIN is set. */
  readonly tries: PinTries | null;
  readonly guesses: Guesses | null;
  /** The caller's budget of blocked PINs, if it is spent; null while the caller may block more. */
  readonly spentBudget: SpentBudget | null;
};

const limitsDoc = sql`(select json_build_object('attempts', pin_max_attempts, 'lifetimeAttempts', pin_lifetime_attempts)
  from merchants where id = ${p("merchantId")}::bigint)`;

const load = statement<PinScene>(
  "load_pin_scene",
  {
    clock: clockArm,
    customer: customerArm,
    membership: membershipArm,
    pin: sql`select * from pins
      where merchant_id = ${p("merchantId")}::bigint and customer_id = (select id from customer)`,
  },
  sql`json_build_object('customer', ${customerDoc}, 'membership', ${membershipDoc}, 'limits', ${limitsDoc},
    'tries', (select json_build_object(
        'wrongTries', wrong_tries,
        'secondsSinceLastWrong', extract(epoch from now - last_wrong_at),
        'lifetimeWrongTries', lifetime_wrong_tries,
        'deciding', ${decidingDoc})
      from pin, clock),
    'guesses', ${guessesDoc}, 'spentBudget', ${spentBudgetDoc})`,
);

/** Reads a customer, by any form of identifier, with the PIN's tries and the caller's guesses. */
export function loadPinScene(ctx: CoreContext, user: Identifier): Promise<PinScene> {
  const { merchant } = ctx.caller;
  const forms = ["email", "memberId", "mobileNumber", "id"] as const;
  return run(ctx.db, load, {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    guessSubject: guessSubject(ctx.caller),
    budget: "blockedPinsOfCaller",
    budgetSubject: actorOf(ctx.caller),
    ...customerParameters(readIdentifier(user, forms, merchant.country)),
  });
}

/** The PIN's row with its current counts. */
function countedArms(others: SQL): Readonly<Record<string, SQL>> {
  return {
    ...heldArms("pins", others, DECIDING_SECONDS),
    counted: sql`select aged.*, lifetime_wrong_tries + left_behind as lifetime_wrong,
        case when last_wrong > now - interval '1 second' * ${PIN_WINDOW_SECONDS}::int
          then wrong_tries + left_behind else 0 end as wrong
      from aged`,
  };
}

const reserve = statement<ReservedTry | null>(
  "reserve_pin_try",
  {
    ...countedArms(allTries),
    reserved: sql`update pins set
        wrong_tries = c.wrong, lifetime_wrong_tries = c.lifetime_wrong, last_wrong_at = c.last_wrong,
        deciding = c.under_way || ${namedTry}
      from counted c, merchants m
      where pins.merchant_id = ${p("merchantId")}::bigint and pins.customer_id = c.customer_id
        and m.id = ${p("merchantId")}::bigint
        and cardinality(c.under_way) + c.wrong < m.pin_max_attempts
        and cardinality(c.under_way) + c.lifetime_wrong < m.pin_lifetime_attempts
        and ${isNameFree}
      returning pins.verifier`,
  },
  sql`(select json_build_object('verifier', verifier) from reserved)`,
);

/** Counts a try before it is made; null if the counted tries leave no room for it. */
export function reservePinTry(
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

/** The counts after settling a try. */
export type PinSettled = {
  /** False if the try already counts as wrong, or if its PIN was replaced. */
  readonly inTime: boolean;
  readonly wrong: number;
  readonly lifetimeWrong: number;
  /** The caller's guesses, including a wrong try; null if the try was not wrong. */
  readonly guesses: Guesses | null;
};

const settle = statement<PinSettled>(
  "settle_pin_try",
  {
    ...countedArms(otherTries),
    settled: sql`update pins set
        wrong_tries = case when ${found("right")} then 0 when ${found("wrong")} then c.wrong + 1 else c.wrong end,
        lifetime_wrong_tries = case when ${found("right")} then 0
          when ${found("wrong")} then c.lifetime_wrong + 1 else c.lifetime_wrong end,
        last_wrong_at = case when ${found("right")} then null when ${found("wrong")} then c.now else c.last_wrong end,
        deciding = c.under_way
      from counted c
      where pins.merchant_id = ${p("merchantId")}::bigint and pins.customer_id = c.customer_id
        and cardinality(c.others) < cardinality(c.deciding)
      returning pins.wrong_tries, pins.lifetime_wrong_tries`,
    guess: guessArm(found("wrong")),
    blocked: sql`select 1 from settled s, merchants m
      where m.id = ${p("merchantId")}::bigint and ${found("wrong")}
        and (s.wrong_tries >= m.pin_max_attempts or s.lifetime_wrong_tries >= m.pin_lifetime_attempts)`,
    ...spendingArms(sql`blocked`),
  },
  sql`(select json_build_object('inTime', s.wrong_tries is not null,
      'wrong', coalesce(s.wrong_tries, c.wrong),
      'lifetimeWrong', coalesce(s.lifetime_wrong_tries, c.lifetime_wrong),
      'guesses', ${guessDoc})
    from counted c left join settled s on true)`,
);

/** Settles a try. A right one resets both counts; a wrong one also counts as a guess of the caller. */
export function settlePinTry(
  ctx: CoreContext,
  customerId: number,
  tryName: TryName,
  finding: Finding,
): Promise<PinSettled> {
  return run(ctx.db, settle, {
    merchantId: ctx.caller.merchant.id,
    customerId,
    offsetMs: ctx.clockOffsetMs,
    guessSubject: guessSubject(ctx.caller),
    ...spendingParameters([spendingOf("blockedPinsOfCaller", actorOf(ctx.caller))]),
    tryName,
    finding,
  });
}
