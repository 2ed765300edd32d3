import type { Refusal } from "../../foundation/failures.ts";

/** The first day that a birthday can be. */
const EARLIEST = "1900-01-01";

/**
 * Whether a day, `YYYY-MM-DD`, can be a birthday: not before 1900, and not after `today` in the merchant's
 * time zone.
 */
export function canBeBirthday(day: string, today: string): boolean {
  return day >= EARLIEST && day <= today;
}

/** `canBeBirthday` in SQL, for two columns of type `date`. True if `day` is null. */
export function canBeBirthdaySql(day: string, today: string): string {
  return `(${day} is null or ${day} between '${EARLIEST}' and ${today})`;
}

/** The refusal of a day that cannot be a birthday. */
export const impossibleBirthday = (today: string): Refusal => ({
  code: "invalid",
  field: "birthday",
  message: `A birthday from ${EARLIEST} to today, ${today}, is expected.`,
});

/** Refuses a day that cannot be a birthday. `before` is the stored one, which may stay. */
export function refuseBirthday(
  birthday: string | null,
  today: string,
  before: string | null = null,
): Refusal | null {
  if (birthday === null || birthday === before || canBeBirthday(birthday, today)) return null;
  return impossibleBirthday(today);
}
