import type { Refusal } from "../../foundation/failures.ts";
import { forms, programmeBounds, programmeForms } from "../../foundation/limits.rules.ts";

/** What becomes of stamps that must go back and are spent. */
export const spentStampsChoices = ["refuse", "zero", "owe"] as const;

export type SpentStamps = (typeof spentStampsChoices)[number];

/**
 * A merchant's programme: how sales earn stamps, how long stamps are valid, and how members join and redeem.
 * Interface 2, sections 1 to 5. Amounts are decimals of two places in strings.
 */
export type ProgrammeSettings = {
  /** Each full `earnAmount` of a sale earns `earnStamps`. Null: nothing is earned by amount. */
  readonly earnAmount: string | null;
  readonly earnStamps: number;
  /** The amount of a sale that earns stamps. A sale without a subtotal earns by its total. */
  readonly earnOn: "total" | "subtotal";
  /** The most stamps that one sale earns; null: no limit. */
  readonly earnMaxPerTransaction: number | null;
  /** The most stamps that a customer earns on one business day; null: no limit. */
  readonly earnMaxPerDay: number | null;
  /** Whether a number of stamps that the POS sends replaces the merchant's rule. */
  readonly acceptStampsFromPos: boolean;
  /** Stamps can be spent for this many days after the day they are given. Null: stamps never expire. */
  readonly stampsValidDays: number | null;
  /**
   * What happens if the cancel of a sale must take back stamps that are spent: it is refused, the missing stamps are
   * let go, or the member owes them.
   */
  readonly spentStampsOnCancel: SpentStamps;
  /** The same for returns. */
  readonly spentStampsOnReturn: SpentStamps;
  /**
   * Whether a repeated redemption for the same invoice and day is done only once, even without an idempotency
   * key.
   */
  readonly oneRedemptionPerInvoice: boolean;
  /** Whether members who gave no name may redeem. */
  readonly partialMayRedeem: boolean;
  /** The beginning of generated Member IDs: a letter, then letters, digits and dashes. */
  readonly memberIdPrefix: string;
  /** Whether new members agree to marketing unless they say otherwise. */
  readonly marketingDefault: boolean;
};

/**
 * Refuses a setting that is out of bounds, on its field. A number that does not change may be out of bounds.
 * Null if all settings are allowed.
 */
export function checkProgramme(
  before: ProgrammeSettings,
  after: ProgrammeSettings,
): Refusal | null {
  for (const field of Object.keys(programmeBounds) as (keyof typeof programmeBounds)[]) {
    const [least, most] = programmeBounds[field];
    const value = after[field];
    if (value === null || value === before[field] || (value >= least && value <= most)) continue;
    const message = value < least ? `At least ${least}.` : `At most ${most.toLocaleString("en")}.`;
    return { code: "invalid", field, message, rule: "a setting stays within its bounds" };
  }
  if (after.earnAmount !== null && !isPositive(after.earnAmount))
    return {
      code: "invalid",
      field: "earnAmount",
      message: "An amount above zero is expected. Leave it empty if sales earn nothing by amount.",
      rule: "an amount that earns is above zero",
    };
  if (!programmeForms.memberIdPrefix.test(after.memberIdPrefix))
    return {
      code: "invalid",
      field: "memberIdPrefix",
      message:
        "A letter is expected first, then letters, digits and dashes, ten characters at most.",
      rule: "generated Member IDs begin with a letter",
    };
  return null;
}

function isPositive(amount: string): boolean {
  return forms.amount.test(amount) && /[1-9]/.test(amount);
}
