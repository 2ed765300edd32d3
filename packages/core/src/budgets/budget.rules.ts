import { inWords, type Refusal } from "../failures.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Every budget of a merchant: how often something may happen in a period, counted per subject. A period
 * begins with its first spending. Sources of the figures: decisions, section 9, Budgets.
 */
export const budgets = {
  /** One-time passwords of a customer, sent or not. A merchant's higher limit for an hour replaces it. */
  codesOfCustomer: { seconds: DAY, most: 10 },
  /** Notices of changed credentials to a customer. Separate, so that spent codes suppress no notice. */
  noticesOfCustomer: { seconds: DAY, most: 10 },
  /** Receipts by email to a customer. Separate, so that receipts suppress no notice. */
  receiptsOfCustomer: { seconds: DAY, most: 20 },
  /** `reset-otp-limit` for a customer. */
  limitResetsOfCustomer: { seconds: DAY, most: 3 },
  /** `pin/unblock` for a customer by tokens; staff give a reason and are not counted. */
  unblocksOfCustomer: { seconds: DAY, most: 3 },
  /** One-time passwords and notices that a token causes. */
  messagesOfCaller: { seconds: DAY, most: 1_000 },
  /** PINs that a token's wrong tries block. Above that, the token can try no PIN until the next day. */
  blockedPinsOfCaller: { seconds: DAY, most: 50 },
  /** Texts to numbers that differ only in their last four digits, because SMS pumping uses ranges. */
  textsToPrefix: { seconds: HOUR, most: 30 },
  /** Texts of a merchant. Limits their cost, whoever causes them. */
  textsOfMerchant: { seconds: DAY, most: 5_000 },
  /** Test messages of a person. */
  testsOfCaller: { seconds: DAY, most: 20 },
  /** Invitations of a merchant to new staff. */
  invitationsOfMerchant: { seconds: DAY, most: 50 },
  /** Bookings for a store. Only accepted ones count, so invalid ones cannot spend the budget. */
  bookingsOfStore: { seconds: MINUTE, most: 60 },
  /** Searches for members by a token. */
  suggestionsOfCaller: { seconds: MINUTE, most: 120 },
  /** Customers that answers show to a token: enough for a busy till, too few to copy a merchant's list. */
  customersShownInMinute: { seconds: MINUTE, most: 1_200 },
  customersShownInDay: { seconds: DAY, most: 20_000 },
  /** Mails to owners about a spent budget: one per period. */
  newsOfBudget: { seconds: DAY, most: 1 },
  /** Bookings with one phone number at a merchant. */
  bookingsOfPhone: { seconds: HOUR, most: 5 },
} as const satisfies Readonly<Record<string, { readonly seconds: number; readonly most: number }>>;

export type BudgetName = keyof typeof budgets;

/** Mails to one staff address from all merchants together: invitations and password resets. */
export const mailsToStaff = { seconds: DAY, most: 5 } as const;

/** Budgets about which owners get a mail once they are spent, because the merchant pays or customers wait. */
export const toldBudgets: readonly BudgetName[] = [
  "codesOfCustomer",
  "noticesOfCustomer",
  "messagesOfCaller",
  "blockedPinsOfCaller",
  "textsToPrefix",
  "textsOfMerchant",
  "testsOfCaller",
  "invitationsOfMerchant",
  "customersShownInDay",
];

/** One spending from one budget. */
export type Spending = {
  readonly budget: BudgetName;
  readonly subject: string;
  readonly seconds: number;
  readonly most: number;
};

/** One spending from a budget; `atLeast` raises its limit if a merchant's setting requires more. */
export function spendingOf(budget: BudgetName, subject: string | number, atLeast = 0): Spending {
  const { seconds, most } = budgets[budget];
  return { budget, subject: String(subject), seconds, most: Math.max(most, atLeast) };
}

/** The spending for the one mail to the owners in a budget's period. */
export function newsOf(budget: BudgetName): Spending {
  return { ...spendingOf("newsOfBudget", budget), seconds: budgets[budget].seconds };
}

/** The spendings of a text message to a number; an email has none. */
export function textSpendings(channel: string, recipient: string): readonly Spending[] {
  if (channel === "email") return [];
  return [spendingOf("textsToPrefix", recipient.slice(0, -4)), spendingOf("textsOfMerchant", "")];
}

/** A spent budget, with the seconds until its period ends. */
export type SpentBudget = {
  readonly budget: BudgetName;
  readonly most: number;
  readonly secondsLeft: number;
};

/** What has been spent from a budget in its current period, with the seconds until the period ends. */
export type Spent = {
  readonly budget: BudgetName;
  readonly spent: number;
  readonly secondsLeft: number;
};

/** The refusal if a budget is spent; if several are, for the one whose period ends last. Null if none is. */
export function checkBudgets(periods: readonly (Spent | null)[]): Refusal | null {
  const spent = periods
    .filter((period) => period !== null)
    .filter(({ budget, spent }) => spent >= budgets[budget].most)
    .sort((one, other) => other.secondsLeft - one.secondsLeft)[0];
  return spent ? overBudget({ ...spent, most: budgets[spent.budget].most }) : null;
}

/** The refusal of a call over budget. */
export function overBudget(
  { budget, most, secondsLeft }: SpentBudget,
  code: "otp_limit_reached" | "too_many_attempts" = "too_many_attempts",
): Refusal {
  const retryAfter = Math.max(1, Math.ceil(secondsLeft));
  const what = code === "otp_limit_reached" ? "OTP requests" : "requests";
  return {
    code,
    message: `Too many ${what}, try again in ${inWords(retryAfter)}`,
    rule: `budget ${budget}`,
    expected: `at most ${most}`,
    found: String(most),
    retryAfter,
  };
}
