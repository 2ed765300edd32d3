import { lengthOfPassword, passwordForms } from "../../foundation/comparing.rules.ts";
import { inWords, type Refusal } from "../../foundation/failures.ts";
import { checkUncommonPassword } from "../../foundation/guessable-password.rules.ts";
import { passwordLength } from "../../foundation/limits.rules.ts";
import { countTries, type Tries } from "../credentials/tries.rules.ts";

/** Wrong passwords in a row before each further try must wait. Decisions, section 4. */
export const PASSWORD_FREE_TRIES = 10;

/** The longest wait for a further try. */
export const PASSWORD_LONGEST_WAIT_SECONDS = 60;

/** The state of a password: whether it may be tried now. */
type PasswordStanding = {
  /** `deciding`: the state depends on tries that are still being checked. */
  readonly state: "open" | "deciding" | "waiting";
  readonly secondsToWait: number;
};

/**
 * Returns whether a further try may be made now. The SQL in `password-tries.sql.ts` checks the same
 * condition.
 */
export function passwordStanding(tries: Tries): PasswordStanding {
  const { underWay, leftBehind, sinceLast } = countTries(tries);
  const wrong = tries.wrongTries + leftBehind;
  if (wrong < PASSWORD_FREE_TRIES)
    return {
      state: wrong + underWay < PASSWORD_FREE_TRIES ? "open" : "deciding",
      secondsToWait: 0,
    };
  const secondsToWait = waitAfter(wrong) - sinceLast;
  if (secondsToWait > 0) return { state: "waiting", secondsToWait };
  return { state: underWay === 0 ? "open" : "deciding", secondsToWait: 0 };
}

/** The wait in seconds: 0 below `PASSWORD_FREE_TRIES` wrong tries in a row, then 1, doubling up to 60. */
export function waitAfter(wrong: number): number {
  return wrong < PASSWORD_FREE_TRIES
    ? 0
    : Math.min(2 ** (wrong - PASSWORD_FREE_TRIES), PASSWORD_LONGEST_WAIT_SECONDS);
}

/** Refuses a try that must wait. */
export function checkPasswordWait({ state, secondsToWait }: PasswordStanding): Refusal | null {
  if (state !== "waiting") return null;
  const retryAfter = Math.ceil(secondsToWait);
  return {
    code: "too_many_attempts",
    message: `Too many wrong passwords, try again in ${inWords(retryAfter)}`,
    rule: "a wait follows each wrong password after the tenth in a row",
    retryAfter,
  };
}

/** The refusal of a wrong password. */
export const wrongPassword: Refusal = {
  code: "invalid_password",
  message: "Invalid user password",
  rule: "password is the customer's",
};

const allowed = `${passwordLength.shortest} to ${passwordLength.longest} characters`;

/** The refusal of a new password that is too short or too long. */
const weakPassword = {
  code: "weak_password",
  message: `Password must have ${allowed}`,
  rule: "password is long enough",
  expected: allowed,
} as const satisfies Refusal;

/** Refuses a new password that is too short, too long or easy to guess. Null if it is allowed. */
export function checkNewPassword(password: string): Refusal | null {
  const { shortest, longest } = passwordLength;
  const length = lengthOfPassword(password);
  return length >= shortest && length <= longest ? checkUncommonPassword(password) : weakPassword;
}

/** The refusal of a confirmation that differs from the password. */
export const passwordMismatch = {
  code: "mismatch_password",
  message: "Confirmation password does not match",
  rule: "password is confirmed",
} as const satisfies Refusal;

/** Refuses a confirmation that differs from the password. */
export function checkPasswordConfirmation(password: string, confirmation: string): Refusal | null {
  return passwordForms(password)[0] === passwordForms(confirmation)[0] ? null : passwordMismatch;
}
