/** A condition that can be removed without a failing test. */
export type Survivor = {
  /** The source, as in `ConditionOutcome`. */
  readonly place: string;
  readonly condition: string;
  /** The number among equal conditions, as in `ConditionOutcome`. Default: 1. */
  readonly nth?: number;
  readonly reason: string;
};

/** Returns the text of a condition that is a `${…}` in a template literal. */
const fragment = (code: string) => `\${${code}}`;

const SPARES_LOOKUPS = "COALESCE takes the first match. The condition spares further look-ups.";

/** Conditions that can be removed without a failing test, each with the reason for keeping it. */
export const survivors: readonly Survivor[] = [
  {
    place: "people/customers/lookup.sql.ts",
    condition: `${fragment("id")} is null`,
    reason: SPARES_LOOKUPS,
  },
  {
    place: "people/customers/adding/addition.sql.ts",
    condition: "i.form = 'memberId'",
    reason:
      "Only Member IDs consist of digits alone. The condition is there so that PostgreSQL uses the index.",
  },
  {
    place: "people/customers/adding/addition.sql.ts",
    condition: "i.form = 'mobileNumber'",
    reason:
      "A Member ID that equals a mobile number also reserves that number, so the number is found in any case.",
  },
  {
    place: "people/customers/adding/addition.sql.ts",
    condition: "l.level is not null",
    reason: "A merchant without levels has no level to lock, so nothing is done without it either.",
  },
];
