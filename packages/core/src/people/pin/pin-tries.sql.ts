import { clockArm, rowsOf, run, schema, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { type Guesses, guessDoc, guessesDoc, guessPlace } from "../../entering/access/index.ts";
import {
  limitedSpending,
  type SpendingState,
  type SpentBudget,
  spendingArms,
  spendingParameters,
  spentBudgetDoc,
  spentDoc,
} from "../../foundation/budgets/index.ts";
import { limitsOf } from "../../foundation/caller-limits.rules.ts";
import { actorOf, type CoreContext } from "../../foundation/context.ts";
import {
  type CountedSecret,
  checkSpending,
  countAfter,
  type Finding,
  isFinding,
  isSettled,
  lookupParameters,
  type ReservedTry,
  reservedDoc,
  reservingArms,
  settlingArms,
  spentChecksDoc,
  type TryName,
  triesFields,
  tryParameters,
} from "../credentials/index.ts";
import {
  type Customer,
  customerArm,
  customerDoc,
  type Identifier,
  type Membership,
  membershipArm,
  membershipDoc,
  needsNameDoc,
} from "../customers/index.ts";
import { PIN_WINDOW_SECONDS, type PinLimits, type PinTries } from "./pin.rules.ts";

const { merchants } = schema;
const p = sql.placeholder;

/** The data that the rules of a PIN's tries check. */
export type PinSeen = {
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  /** Whether the membership is partial and so needs a name before it may redeem. */
  readonly needsName: boolean;
  readonly limits: PinLimits;
  /** Null if no PIN is set. */
  readonly tries: PinTries | null;
  readonly guesses: Guesses | null;
  /** A budget of blocked PINs that the caller has spent. Null while the caller may block more PINs. */
  readonly spentBudget: SpentBudget | null;
  /** The customer's budget of right PINs and passwords if it is spent. */
  readonly spentChecks: SpentBudget | null;
};

const limitsDoc = rowsOf(merchants, { where: [] }).one({
  attempts: merchants.pinMaxAttempts,
  lifetimeAttempts: merchants.pinLifetimeAttempts,
});

const load = statement<PinSeen>(
  "load_pin",
  {
    clock: clockArm,
    customer: customerArm,
    membership: membershipArm,
    pin: sql`select * from pins
      where merchant_id = ${p("merchantId")} and customer_id = (select id from customer)`,
  },
  sql`json_build_object('customer', ${customerDoc}, 'membership', ${membershipDoc},
    'needsName', ${needsNameDoc}, 'limits', ${limitsDoc},
    'tries', (select json_build_object(${triesFields},
        'lifetimeWrongTries', lifetime_wrong_tries)
      from pin, clock),
    'guesses', ${guessesDoc}, 'spentChecks', ${spentChecksDoc},
    'spentBudget', ${spentBudgetDoc})`,
);

/** The budgets of PINs that a caller's wrong tries block: in the store that the call names, and in all. */
function blockedPinsOf(ctx: CoreContext) {
  const subject = actorOf(ctx.caller);
  const { blockedPins, blockedPinsInAll } = limitsOf(ctx.caller);
  return [
    limitedSpending("blockedPinsInAll", subject, blockedPinsInAll),
    limitedSpending("blockedPinsOfCaller", `${subject} ${guessPlace(ctx)}`, blockedPins),
  ];
}

/** Reads a customer by any form of identifier, with the tries of the PIN and the caller's guesses. */
export function loadPin(ctx: CoreContext, user: Identifier): Promise<PinSeen> {
  return run(ctx.db, load, {
    ...lookupParameters(ctx, user),
    ...spendingParameters(blockedPinsOf(ctx)),
  });
}

/**
 * The counts of wrong tries. `wrong_tries` expires a week after the last wrong try, `lifetime_wrong_tries`
 * never.
 */
const countedPin: CountedSecret = {
  kind: "pin",
  counts: {
    wrong_tries: sql`case when last_wrong > now - interval '1 second' * ${PIN_WINDOW_SECONDS}
          then wrong_tries + left_behind else 0 end`,
    lifetime_wrong_tries: sql`lifetime_wrong_tries + left_behind`,
  },
};

const limitsArm = sql`select pin_max_attempts, pin_lifetime_attempts from merchants
  where id = ${p("merchantId")}`;

/** Whether one more try is allowed: the same condition as for the state `open` in `pinStanding`. */
const hasRoom = sql`cardinality(c.under_way) + c.wrong_tries_now < (select pin_max_attempts from limits)
        and cardinality(c.under_way) + c.lifetime_wrong_tries_now
          < (select pin_lifetime_attempts from limits)`;

const reserve = statement<ReservedTry | null>(
  "reserve_pin_try",
  { limits: limitsArm, ...reservingArms(countedPin, hasRoom) },
  reservedDoc,
);

/**
 * Counts a try before the PIN is checked. Returns null if wrong tries, and tries that are still being
 * checked, together have reached a limit.
 */
export function reservePinTry(
  ctx: CoreContext,
  customerId: number,
  tryName: TryName,
): Promise<ReservedTry | null> {
  return run(ctx.db, reserve, tryParameters(ctx, customerId, tryName));
}

/** The counts after a try was settled. */
type PinSettled = {
  /** False if the try already counts as wrong, or if its PIN was replaced or is gone. */
  readonly isInTime: boolean;
  readonly wrong: number;
  readonly lifetimeWrong: number;
  /** If this try was wrong, the caller's guesses, this one included. Otherwise null. */
  readonly guesses: Guesses | null;
  /** What a blocked PIN has spent. */
  readonly budgets: readonly SpendingState[];
};

const settle = statement<PinSettled>(
  "settle_pin_try",
  {
    ...settlingArms(countedPin),
    limits: limitsArm,
    spending: sql`select 1 from settled s, limits
      where ${isFinding("right")} or (${isFinding("wrong")}
        and (s.wrong_tries >= pin_max_attempts or s.lifetime_wrong_tries >= pin_lifetime_attempts))`,
    ...spendingArms(sql`spending`),
  },
  sql`json_build_object('isInTime', ${isSettled}, 'guesses', ${guessDoc},
    'budgets', ${spentDoc}, 'wrong', ${countAfter("wrong_tries")}, 'lifetimeWrong', ${countAfter("lifetime_wrong_tries")})`,
);

/**
 * Settles a try. A right try spends 1 from the customer's budget of checks. If a wrong try blocks the PIN,
 * spends 1 from each of the caller's budgets of blocked PINs.
 */
export function settlePinTry(
  ctx: CoreContext,
  customerId: number,
  tryName: TryName,
  finding: Finding,
): Promise<PinSettled> {
  return run(ctx.db, settle, {
    ...tryParameters(ctx, customerId, tryName),
    ...spendingParameters(finding === "right" ? [checkSpending(customerId)] : blockedPinsOf(ctx)),
    finding,
  });
}
