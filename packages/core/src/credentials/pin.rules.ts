import type { Refusal } from "../failures.ts";

/** The count of wrong tries lapses this long after the last of them. Source: interface, Limits. */
export const PIN_WINDOW_SECONDS = 604_800;

/** A try that is not decided after this was left behind by a crash, and counts as wrong. */
export const PIN_DECIDING_SECONDS = 5;

/** What a PIN's row says of its tries, at one moment of the database's clock. */
export type PinTries = {
  readonly wrongTries: number;
  readonly secondsSinceLastWrong: number | null;
  readonly lifetimeWrongTries: number;
  /** Seconds since each try began that nobody has settled. */
  readonly deciding: readonly number[];
};

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
  const leftBehind = tries.deciding.filter((age) => age >= PIN_DECIDING_SECONDS);
  const sinceLast = Math.min(
    tries.secondsSinceLastWrong ?? Number.POSITIVE_INFINITY,
    ...leftBehind,
  );
  const lapsed = sinceLast >= PIN_WINDOW_SECONDS;
  const wrong = lapsed ? 0 : tries.wrongTries + leftBehind.length;
  const lifetimeWrong = tries.lifetimeWrongTries + leftBehind.length;
  const left = attemptsLeft({ wrong, lifetimeWrong }, limits);
  if (left === 0)
    return {
      state: "blocked",
      attemptsLeft: 0,
      secondsToLapse:
        lifetimeWrong < limits.lifetimeAttempts ? PIN_WINDOW_SECONDS - sinceLast : null,
    };
  const underWay = tries.deciding.length - leftBehind.length;
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
  const or = secondsToLapse === null ? "" : `, or wait ${inWords(secondsToLapse)}`;
  return {
    code: "pin_blocked",
    message: `PIN is blocked after too many wrong attempts: unblock or reset it${or}`,
    rule: "PIN is not blocked",
    expected: "not blocked",
    found: "blocked",
  };
}

/** The refusal of a wrong PIN. */
export function wrongPin(left: number): Refusal {
  return {
    code: "invalid_pin",
    message: `Invalid PIN, ${left} attempt(s) left`,
    rule: "PIN is the customer's",
  };
}

/** The refusal of a try that waited in vain for those before it. */
export const triesUnderWay: Refusal = {
  code: "too_many_attempts",
  message: "Other attempts with this PIN are still being checked, try again in 1 second(s)",
  rule: "no more PIN tries at once than may fail",
  retryAfter: 1,
};

const steps = [
  [86_400, "day(s)"],
  [3_600, "hour(s)"],
  [60, "minute(s)"],
] as const;

function inWords(seconds: number): string {
  const [size, name] = steps.find(([size]) => seconds >= size) ?? [1, "second(s)"];
  return `${Math.ceil(seconds / size)} ${name}`;
}
