import type { LimitName, LimitState } from "../caller-limits.rules.ts";
import { inWords, type Refusal } from "../failures.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Every budget of a merchant: the most events in a period, counted for each subject. A period begins with the
 * first event after the last period. Sources of the numbers: decisions, section 9, Budgets.
 */
export const budgets = {
  /**
   * One-time passwords of a customer, sent or not, and the welcome message. If the merchant's limit for an
   * hour is above `most`, it is also the limit for a day.
   */
  codesOfCustomer: { seconds: DAY, most: 10 },
  /**
   * Notices to a customer of a changed PIN, password, email, mobile number or Member ID. They have a separate
   * budget, which one-time passwords cannot use up.
   */
  noticesOfCustomer: { seconds: DAY, most: 10 },
  /** Receipts by email to a customer. They cannot use up the budget of notices. */
  receiptsOfCustomer: { seconds: DAY, most: 20 },
  /** Messages about bookings to a number or an email, which anyone can give. */
  bookingMessagesOfAddress: { seconds: DAY, most: 10 },
  /** Calls of `reset-otp-limit` for a customer. */
  limitResetsOfCustomer: { seconds: DAY, most: 3 },
  /** Calls of `pin/unblock` for a customer by tokens. Staff, who give a reason, have no limit. */
  unblocksOfCustomer: { seconds: DAY, most: 3 },
  /**
   * Messages to customers that a token or a person causes: one-time passwords, welcome messages, notices and
   * receipts.
   */
  messagesOfCaller: { seconds: DAY, most: 1_000 },
  /** Right PINs and passwords of a customer: each check takes a core. Other budgets count wrong ones. */
  checksOfCustomer: { seconds: MINUTE, most: 60 },
  /**
   * PINs that are blocked by the wrong tries of a token in one store, or of a person. A caller that has spent
   * the budget can try no PIN there until the period ends. A merchant may set another limit, and so for the
   * other budgets of a token: `limitsFor`.
   */
  blockedPinsOfCaller: { seconds: DAY, most: 50 },
  /** The same in all stores together. */
  blockedPinsInAll: { seconds: DAY, most: 50 },
  /**
   * Text messages to numbers that differ only in their last four digits, because SMS pumping uses ranges of
   * numbers.
   */
  textsToPrefix: { seconds: HOUR, most: 30 },
  /** Text messages of a merchant, whoever causes them. Limits their cost. */
  textsOfMerchant: { seconds: DAY, most: 5_000 },
  /** Test messages that one person sends. */
  testsOfCaller: { seconds: DAY, most: 20 },
  /** Templates of mails in MJML that a person previews, saves or sends as a test. Each takes a core. */
  compilationsOfCaller: { seconds: MINUTE, most: 60 },
  /** Invitations that a merchant sends to new staff. */
  invitationsOfMerchant: { seconds: DAY, most: 50 },
  /** Bookings by guests at a store. Only accepted ones count, so refused ones cannot spend the budget. */
  bookingsOfStore: { seconds: MINUTE, most: 60 },
  /** Searches for members by a token. */
  suggestionsOfCaller: { seconds: MINUTE, most: 120 },
  /**
   * Customers that responses show to a token, a manager or an owner. Enough for a busy till, too few to copy a
   * merchant's list.
   */
  customersShownInMinute: { seconds: MINUTE, most: 1_200 },
  customersShownInDay: { seconds: DAY, most: 20_000 },
  /** Customers that responses show to a cashier, in searches and one by one. A miss counts as two. */
  customersShownToCashierInMinute: { seconds: MINUTE, most: 300 },
  customersShownToCashierInDay: { seconds: DAY, most: 3_000 },
  /**
   * Stamps that the sales of a person at the till earn. Its period is a day of the merchant's time zone, and
   * its limit the merchant's (`cashierStampsPerDay`), which refuses cashiers alone.
   */
  stampsByStaff: { seconds: DAY, most: 20_000 },
  /** Mails to the owners about one spent budget. `newsOf` replaces `seconds` with that budget's period. */
  newsOfBudget: { seconds: DAY, most: 1 },
  /** Bookings by guests from the same network at a store, so that a few networks cannot spend the store's. */
  bookingsOfNetwork: { seconds: HOUR, most: 5 },
  /**
   * Bookings by guests with the same phone number from the same network, at all stores of a merchant. Others
   * can book with the number, so that nobody keeps it out.
   */
  bookingsOfPhone: { seconds: HOUR, most: 5 },
} as const satisfies Readonly<Record<string, { readonly seconds: number; readonly most: number }>>;

export type BudgetName = keyof typeof budgets;

/** Invitations and password resets to one staff address, from all merchants together. */
export const mailsToStaff = { seconds: DAY, most: 5 } as const;

/**
 * When one of these budgets is used up, the merchant's owners get a mail, because the merchant pays for the
 * events, or customers wait for them.
 */
export const toldBudgets: readonly BudgetName[] = [
  "codesOfCustomer",
  "noticesOfCustomer",
  "messagesOfCaller",
  "blockedPinsOfCaller",
  "blockedPinsInAll",
  "textsToPrefix",
  "textsOfMerchant",
  "testsOfCaller",
  "invitationsOfMerchant",
  "customersShownInDay",
  "customersShownToCashierInDay",
];

/** One spending from the budget of one subject. */
export type Spending = {
  readonly budget: BudgetName;
  readonly subject: string;
  readonly seconds: number;
  readonly most: number;
};

/**
 * Returns one spending from a budget. `atLeast` raises the budget's limit, if a merchant's setting is higher.
 */
export function spendingOf(budget: BudgetName, subject: string | number, atLeast = 0): Spending {
  const { seconds, most } = budgets[budget];
  return { budget, subject: String(subject), seconds, most: Math.max(most, atLeast) };
}

/** Returns the spending for the mail to the owners about a budget: one mail in the budget's own period. */
export function newsOf(budget: BudgetName): Spending {
  return { ...spendingOf("newsOfBudget", budget), seconds: budgets[budget].seconds };
}

/** Returns the spendings of a text message to a number. Empty for an email. */
export function textSpendings(channel: string, recipient: string): readonly Spending[] {
  if (channel === "email") return [];
  return [spendingOf("textsToPrefix", recipient.slice(0, -4)), spendingOf("textsOfMerchant", "")];
}

/** Returns one spending from a budget whose limit is the caller's own. */
export function limitedSpending(budget: BudgetName, subject: string, most: number): Spending {
  return { ...spendingOf(budget, subject), most };
}

/** The budgets that tokens see as limits, with what they count, as refusals say it. */
const limits: Partial<Record<BudgetName, { readonly name: LimitName; readonly what: string }>> = {
  blockedPinsOfCaller: { name: "blocked-pins", what: "blocked PINs in this store" },
  blockedPinsInAll: { name: "blocked-pins-token", what: "blocked PINs in all stores" },
  customersShownInMinute: { name: "customers-minute", what: "customers shown to this token" },
  customersShownInDay: { name: "customers-day", what: "customers shown to this token" },
  suggestionsOfCaller: { name: "suggestions", what: "searches by this token" },
};

/** Returns what is left of a budget that tokens see as a limit. Null for other budgets. */
export function budgetLeft(state: SpendingState): LimitState | null {
  const limit = limits[state.budget];
  if (!limit) return null;
  const { most, spent, secondsLeft } = state;
  const window = budgets[state.budget].seconds;
  const left = Math.max(0, most - spent);
  return { name: limit.name, most, window, left, reset: Math.max(0, Math.ceil(secondsLeft)) };
}

/** A budget that is used up. `secondsLeft` are the seconds until its period ends. */
export type SpentBudget = {
  readonly budget: BudgetName;
  readonly most: number;
  readonly secondsLeft: number;
};

/** A budget after a spending from it. */
export type SpendingState = SpentBudget & { readonly spent: number };

/** The sum spent from a budget in its current period, and the seconds until the period ends. */
export type Spent = {
  readonly budget: BudgetName;
  readonly spent: number;
  readonly secondsLeft: number;
};

/**
 * Returns the refusal of the used-up budget whose period ends last. Null if every budget has something left.
 */
export function checkBudgets(periods: readonly (Spent | null)[]): Refusal | null {
  const spent = periods
    .filter((period) => period !== null)
    .filter(({ budget, spent }) => spent >= budgets[budget].most)
    .sort((one, other) => other.secondsLeft - one.secondsLeft)[0];
  return spent ? overBudget({ ...spent, most: budgets[spent.budget].most }) : null;
}

/** Returns the refusal of a call over budget. */
export function overBudget(
  { budget, most, secondsLeft }: SpentBudget,
  code: "otp_limit_reached" | "too_many_attempts" = "too_many_attempts",
): Refusal {
  const retryAfter = Math.max(1, Math.ceil(secondsLeft));
  const limit = limits[budget];
  const { seconds } = budgets[budget];
  const period = seconds === DAY ? "day" : "minute";
  const others = code === "otp_limit_reached" ? "OTP requests" : "requests";
  const what = limit ? `${limit.what} (${most} a ${period})` : others;
  return {
    code,
    message: `Too many ${what}, try again in ${inWords(retryAfter)}`,
    rule: `budget ${budget}`,
    expected: `at most ${most}`,
    found: String(most),
    ...(limit && {
      limit: { name: limit.name, most, window: seconds, left: 0, reset: retryAfter },
    }),
    retryAfter,
  };
}
