import { inWords, type Refusal } from "../failures.ts";
import { countTries, type Tries } from "./tries.rules.ts";

/** The count of wrong tries lapses this long after the last of them. Source: interface, Limits. */
export const PIN_WINDOW_SECONDS = 604_800;

/** What a PIN's row says of its tries, at one moment of the database's clock. */
export type PinTries = Tries & { readonly lifetimeWrongTries: number };

/** The merchant's settings. */
export type PinLimits = { readonly attempts: number; readonly lifetimeAttempts: number };

/** How a PIN stands: whether one may try it, and what a wrong try would leave. */
export type PinStanding = {
  /** `deciding`: the tries that are left are all under way, and it depends on them. */
  readonly state: "open" | "deciding" | "blocked";
  readonly attemptsLeft: number;
  /** Of a block that time lifts; null where it is not blocked, or by the count that does not lapse. */
  readonly secondsToLapse: number | null;
};

/** Counts tries as they count at the moment that was read; the guard in the store says the same. */
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

/** How many wrong tries are allowed yet, by the stricter of both counts. */
export function attemptsLeft(
  counts: { readonly wrong: number; readonly lifetimeWrong: number },
  limits: PinLimits,
): number {
  return Math.max(
    0,
    Math.min(limits.attempts - counts.wrong, limits.lifetimeAttempts - counts.lifetimeWrong),
  );
}

/** Whether the customer has a PIN, and it is not blocked. */
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

/** The refusal of a PIN that the count which does not lapse has blocked. */
export const pinBlockedForGood: Refusal = pinBlocked("reset it, or ask staff to unblock it");

/** The refusal of a wrong PIN. */
export function wrongPin(left: number): Refusal {
  return {
    code: "invalid_pin",
    message: `Invalid PIN, ${left} attempt(s) left`,
    rule: "PIN is the customer's",
  };
}

/** The refusal of a wrong PIN where it is to be changed: how many are left is not said there. */
export const wrongCurrentPin: Refusal = {
  code: "invalid_pin",
  message: "Invalid PIN",
  rule: "PIN is the customer's",
};

/** The refusal of a first PIN where there is one. */
export const pinIsSet: Refusal = {
  code: "pin_already_set",
  message: "This customer has a PIN already, please change or reset it",
  rule: "customer has no PIN",
};

/** The refusal of a PIN that was not typed alike twice. */
export const pinMismatch = {
  code: "pin_mismatch",
  message: "Confirmation PIN does not match",
  rule: "PIN is confirmed",
} as const satisfies Refusal;

/** Whether both were typed alike. */
export function checkPinConfirmation(pin: string, confirmation: string): Refusal | null {
  return pin === confirmation ? null : pinMismatch;
}
