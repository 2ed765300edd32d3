/** A moment in seconds since 1970, rounded down. */
export const secondsOf = (moment: string) => Math.floor(Date.parse(moment) / 1000);

/** An amount as a number: exact as a double, with at most twelve digits before the point and two after it. */
export const numberOf = (decimal: string | null) => (decimal === null ? null : Number(decimal));

/** A moment in seconds since 1970; null if it has not come. */
export const secondsOrNull = (moment: string | null) =>
  moment === null ? null : secondsOf(moment);
