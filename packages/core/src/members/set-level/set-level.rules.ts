import { refuseLevel } from "../../customers/fields.rules.ts";
import type { Customer } from "../../customers/types.ts";
import { type Refusal, unknownCustomer } from "../../failures.ts";
import type { StoreRef } from "../../merchants/types.ts";
import type { KeptOutcome } from "../../retries/index.ts";

/** A level that is given by hand. */
export type LevelGiven = {
  /** The level's code. */
  readonly level: number;
  /** Whether to refuse a level below the member's. */
  readonly upgradeOnly: boolean;
  /** The last day of the level, `YYYY-MM-DD` in the merchant's zone. Null: it has no end. */
  readonly endDate: string | null;
  /** The store that gives the level, for the history. */
  readonly store?: StoreRef | null;
};

/** The data that the rules of set-level check. */
export type SetLevelSeen = {
  readonly customer: Pick<Customer, "id"> | null;
  /** The member's level now. */
  readonly level: number | null;
  /** The merchant's levels, lowest first. */
  readonly levels: readonly { readonly level: number; readonly name: string }[];
  /** Today in the merchant's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly kept: KeptOutcome | null;
};

/**
 * The outcome of a change, as stored under its idempotency key. Both parts are empty objects: a replay
 * answers like the first call, which returns no data.
 */
export type SetLevelDone = { readonly frame: object; readonly changed: object };

/** The refusal if no member matches the identifier. */
const withoutMembership = (merchant: string): Refusal => ({
  ...unknownCustomer,
  code: "user_has_no_membership",
  message: `User does not have membership in ${merchant}`,
});

/**
 * Refuses an unknown member or level, a last day that has passed, and, with `upgradeOnly`, a level below the
 * member's. Null if the level can be given.
 */
export function refuseSetLevel(
  { customer, level: before, levels, today }: SetLevelSeen,
  { level, upgradeOnly, endDate }: Omit<LevelGiven, "store">,
  merchant: string,
): Refusal | null {
  if (!customer || before === null) return withoutMembership(merchant);
  const unknownLevel = refuseLevel(
    level,
    levels.map((each) => each.level),
  );
  if (unknownLevel && levels.length) {
    const named = levels.map((each) => `${each.level} (${each.name})`).join(", ");
    return { ...unknownLevel, message: `One of ${named} is expected.` };
  }
  if (unknownLevel) return unknownLevel;
  if (endDate !== null && endDate < today)
    return {
      code: "invalid",
      field: "end_date",
      message: "Today or a later day is expected.",
      rule: "a level ends today or later",
      expected: `${today} or later`,
      found: endDate,
    };
  if (!upgradeOnly || level >= before) return null;
  return {
    code: "downgrade_not_allowed",
    field: "__all__",
    message: "The member's level is higher than this one.",
    rule: "the call only raises levels",
    expected: `${before} or higher`,
    found: String(level),
  };
}
