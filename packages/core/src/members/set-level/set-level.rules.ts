import { refuseLevel } from "../../customers/fields.rules.ts";
import type { Customer } from "../../customers/types.ts";
import { type Refusal, unknownMember } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";

/** A level that is given by hand. */
export type LevelGiven = {
  /** The level's code. */
  readonly level: number;
  /** Whether a lower level than the member's is refused. */
  readonly upgradeOnly: boolean;
  /** The last day of the level, `YYYY-MM-DD` in the merchant's zone; null if it stays. */
  readonly endDate: string | null;
};

/** What the rules of set-level look at. */
export type SetLevelSeen = {
  readonly customer: Pick<Customer, "id"> | null;
  /** The member's level now. */
  readonly level: number | null;
  readonly hasLevel: boolean;
  /** The merchant's day, `YYYY-MM-DD`. */
  readonly today: string;
  readonly kept: KeptOutcome | null;
};

/** What was written, as stored under its key. */
export type SetLevelDone = { readonly frame: object; readonly changed: object };

/**
 * Why a level cannot be given, or null: the member or the level is unknown, its last day has passed, or it
 * is lower than the member's and the call only takes higher ones.
 */
export function refuseSetLevel(
  { customer, level: before, hasLevel, today }: SetLevelSeen,
  { level, upgradeOnly, endDate }: LevelGiven,
): Refusal | null {
  if (!customer || before === null) return unknownMember;
  const unknownLevel = refuseLevel(level, hasLevel ? [level] : []);
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
    message: "The member's level is higher than this one.",
    rule: "the call only raises levels",
    expected: `${before} or higher`,
    found: String(level),
  };
}
