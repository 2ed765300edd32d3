import type { Refusal } from "../../foundation/failures.ts";

/** PINs that many people choose. `checkUncommonPin` also finds repeated digits, sequences and birthdays. */
const favourites = new Set(
  (
    "112233 113355 121314 123321 123654 124578 131313 142536 147147 147258 147852 " +
    "159357 159753 159951 202020 212223 258258 258456 314159 321321 456123 520131 520520 " +
    "654123 696969 741852 789456 852456 963852 987123 998877"
  ).split(" "),
);

/** The refusal of a PIN that is easy to guess. */
export const commonPin: Refusal = {
  code: "invalid",
  message: "This PIN is too easy to guess, please choose another one",
  rule: "PIN is not a common one",
};

/**
 * Refuses a new PIN that is easy to guess: repeated digits or groups, ascending or descending digits, common
 * PINs, and the customer's birthday (`YYYY-MM-DD`).
 */
export function checkUncommonPin(pin: string, birthday: string | null): Refusal | null {
  const isCommon =
    /^(\d{1,3})\1+$/.test(pin) ||
    isRun(pin, 1) ||
    isRun(pin, 9) ||
    favourites.has(pin) ||
    (birthday !== null && datesOf(birthday).includes(pin));
  return isCommon ? commonPin : null;
}

/** Returns whether each digit is the previous digit plus `step`. After 9 comes 0. */
function isRun(pin: string, step: number): boolean {
  return [...pin].every(
    (digit, index) => index === 0 || Number(digit) === (Number(pin[index - 1]) + step) % 10,
  );
}

function datesOf(birthday: string): string[] {
  const [year = "", month = "", day = ""] = birthday.split("-");
  const short = year.slice(2);
  return [
    day + month + short,
    month + day + short,
    short + month + day,
    short + day + month,
    year + month,
    month + year,
    day + year,
    year + day,
  ];
}
