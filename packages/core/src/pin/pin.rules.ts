import { countTries, type Tries } from "../credentials/tries.rules.ts";
import { inWords, type Refusal } from "../failures.ts";

/** The count of wrong tries expires this long after the last of them. Source: interface, Limits. */
export const PIN_WINDOW_SECONDS = 604_800;

/** A PIN's tries in its row, at one moment of the database's clock. */
export type PinTries = Tries & { readonly lifetimeWrongTries: number };

/** The merchant's limits of wrong tries: in a row, and for life. */
export type PinLimits = { readonly attempts: number; readonly lifetimeAttempts: number };

/** The state of a PIN: whether it may be tried, and the remaining attempts. */
export type PinStanding = {
  /** `deciding`: as many tries are undecided as attempts remain, so it depends on them. */
  readonly state: "open" | "deciding" | "blocked";
  readonly attemptsLeft: number;
  /**
   * Seconds until a block expires; null if it is not blocked, or blocked by the count that does not
   * expire.
   */
  readonly secondsToLapse: number | null;
};

/** The state of a PIN when it was read. The guard in `pin-tries.sql.ts` has the same condition. */
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

/** The remaining wrong tries, by the stricter of both counts. */
export function attemptsLeft(
  counts: { readonly wrong: number; readonly lifetimeWrong: number },
  limits: PinLimits,
): number {
  return Math.max(
    0,
    Math.min(limits.attempts - counts.wrong, limits.lifetimeAttempts - counts.lifetimeWrong),
  );
}

/** Refuses a PIN that is not set or is blocked. */
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

/** The refusal of a PIN blocked by the count that does not expire. */
export const pinBlockedForGood: Refusal = pinBlocked("reset it, or ask staff to unblock it");

/** The refusal of a wrong PIN. */
export function wrongPin(left: number): Refusal {
  return {
    code: "invalid_pin",
    message: `Invalid PIN, ${left} attempt(s) left`,
    rule: "PIN is the customer's",
  };
}

/** The refusal of a wrong PIN in a change, without the remaining attempts. */
export const wrongCurrentPin: Refusal = {
  code: "invalid_pin",
  message: "Invalid PIN",
  rule: "PIN is the customer's",
};

/** The refusal of a first PIN if there is one already. */
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
