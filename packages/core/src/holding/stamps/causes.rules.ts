/** The causes of changes of a membership's stamps. */
export const stampCauses = [
  "opening",
  "redemption",
  "cancellation",
  "part_cancellation",
  "earning",
  "earning_cancellation",
  "earning_modification",
  "earning_debt",
  "earning_debt_canceled",
  "earning_addition",
  "cancellation_debt",
  "part_cancellation_debt",
  "award",
  "award_cancellation",
  "deduction",
  "adjustment",
  "expiry",
] as const;

/** The cause of a change of a membership's stamps. */
export type StampCause = (typeof stampCauses)[number];
