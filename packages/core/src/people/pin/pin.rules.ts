import { inWords, type Refusal } from "../../foundation/failures.ts";
import { countTries, type Tries } from "../credentials/tries.rules.ts";

/** Seconds from the last wrong try until the count of wrong tries expires. Source: interface, Limits. */
export const PIN_WINDOW_SECONDS = 604_800;

/** A PIN's tries, as stored in its row and read at one moment. */
export type PinTries = Tries & { readonly lifetimeWrongTries: number };

/** The merchant's limits of wrong tries: in a row (`attempts`), and for the life of a PIN. */
export type PinLimits = { readonly attempts: number; readonly lifetimeAttempts: number };

/** The state of a PIN: whether it may be tried, and the remaining attempts. */
type PinStanding = {
  /**
   * `deciding`: tries that are still being checked use all remaining attempts, so the state depends on their
   * outcomes.
   */
  readonly state: "open" | "deciding" | "blocked";
  readonly attemptsLeft: number;
  /**
   * Seconds until the block expires. Null if the PIN is not blocked, or if the count that never expires
   * blocks it.
   */
  readonly secondsToLapse: number | null;
};

/** Returns the state of a PIN. The condition `hasRoom` in `pin-tries.sql.ts` must agree with it. */
export function pinStanding(tries: PinTries, limits: PinLimits): PinStanding {
  const { leftBehind, underWay, sinceLast } = countTries(tries);
  const wrong = sinceLast >= PIN_WINDOW_SECONDS ? 0 : tries.wrongTries + leftBehind;
  const lifetimeWrong = tries.lifetimeWrongTries + leftBehind;
  const left = attemptsLeft({ wrong, lifetimeWrong }, limits);
  if (left === 0)
    return {
      state: "blocked",
      attemptsLeft: 0,
      secondsToLapse:
        lifetimeWrong < limits.lifetimeAttempts ? PIN_WINDOW_SECONDS - sinceLast : null,
    };
  return {
    state: underWay < left ? "open" : "deciding",
    attemptsLeft: left,
    secondsToLapse: null,
  };
}

/** Returns the number of remaining wrong tries, by the stricter of the two limits. At least 0. */
export function attemptsLeft(
  counts: { readonly wrong: number; readonly lifetimeWrong: number },
  limits: PinLimits,
): number {
  return Math.max(
    0,
    Math.min(limits.attempts - counts.wrong, limits.lifetimeAttempts - counts.lifetimeWrong),
  );
}

/** Refuses a PIN that is not set or is blocked. `standing` is null if no PIN is set. */
export function checkPinUsable(standing: PinStanding | null): Refusal | null {
  if (!standing)
    return {
      code: "pin_not_set",
      message: "This customer has no PIN yet, please set it first",
      rule: "customer has a PIN",
    };
  if (standing.state !== "blocked") return null;
  const { secondsToLapse } = standing;
  if (secondsToLapse === null) return pinBlockedForGood;
  return pinBlocked(`unblock or reset it, or wait ${inWords(secondsToLapse)}`);
}

function pinBlocked(whatToDo: string): Refusal {
  return {
    code: "pin_blocked",
    message: `PIN is blocked after too many wrong attempts: ${whatToDo}`,
    rule: "PIN is not blocked",
    expected: "not blocked",
    found: "blocked",
  };
}

/** The refusal of a PIN that is blocked by the count that never expires. */
export const pinBlockedForGood: Refusal = pinBlocked("reset it, or ask staff to unblock it");

/** The refusal of a wrong PIN. `left` is the number of remaining attempts. */
export function wrongPin(left: number): Refusal {
  return {
    code: "invalid_pin",
    message: `Invalid PIN, ${left} attempt(s) left`,
    rule: "PIN is the customer's",
  };
}

/** The refusal of a wrong current PIN in a change. It does not reveal the remaining attempts. */
export const wrongCurrentPin: Refusal = {
  code: "invalid_pin",
  message: "Invalid PIN",
  rule: "PIN is the customer's",
};

/** The refusal of a first PIN if a PIN is set already. */
export const pinIsSet: Refusal = {
  code: "pin_already_set",
  message: "This customer has a PIN already, please change or reset it",
  rule: "customer has no PIN",
};

/** The refusal of a confirmation that differs from the PIN. */
export const pinMismatch = {
  code: "pin_mismatch",
  message: "Confirmation PIN does not match",
  rule: "PIN is confirmed",
} as const satisfies Refusal;

/** Refuses a confirmation that differs from the PIN. */
export function checkPinConfirmation(pin: string, confirmation: string): Refusal | null {
  return pin === confirmation ? null : pinMismatch;
}
