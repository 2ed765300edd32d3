/** A merchant's own limits for each token. Null means the default. */
export type LimitSettings = {
  readonly guessesPerMinute: number | null;
  readonly blockedPinsPerDay: number | null;
  readonly customersShownPerMinute: number | null;
  readonly customersShownPerDay: number | null;
  readonly suggestionsPerMinute: number | null;
};

/** The limits of one caller. See docs/limits.md. */
export type CallerLimits = {
  /** Wrong codes and secrets in a minute, in one store. */
  readonly guesses: number;
  /** The same in all stores together. */
  readonly guessesInAll: number;
  /** PINs that wrong tries block in a day, in one store. */
  readonly blockedPins: number;
  /** The same in all stores together. */
  readonly blockedPinsInAll: number;
  readonly customersInMinute: number;
  readonly customersInDay: number;
  /** Searches in a minute. */
  readonly suggestions: number;
};

const MOST_STORES = 10;

/**
 * Returns the limits of a token that may act in `stores` active stores. A merchant with many stores often has
 * one token for all of them, so most defaults grow with the stores. The sums over all stores grow for
 * `MOST_STORES` only, so that a stolen token cannot guess more by naming many stores.
 */
export function limitsFor(settings: LimitSettings, stores: number): CallerLimits {
  const guesses = settings.guessesPerMinute ?? 60;
  const blockedPins = settings.blockedPinsPerDay ?? 50;
  const counted = Math.min(MOST_STORES, stores);
  return {
    guesses,
    guessesInAll: Math.max(guesses, 60 * counted),
    blockedPins,
    blockedPinsInAll: Math.max(blockedPins, 50 * counted),
    customersInMinute: settings.customersShownPerMinute ?? Math.max(1_200, 60 * stores),
    customersInDay: settings.customersShownPerDay ?? Math.max(20_000, 5_000 * stores),
    suggestions: settings.suggestionsPerMinute ?? Math.max(120, 12 * stores),
  };
}

/** The limits of staff, and of a token with one store whose merchant has no settings of its own. */
export const defaultLimits: CallerLimits = limitsFor(
  {
    guessesPerMinute: null,
    blockedPinsPerDay: null,
    customersShownPerMinute: null,
    customersShownPerDay: null,
    suggestionsPerMinute: null,
  },
  1,
);

type Limited = { readonly kind: string; readonly limits?: CallerLimits };

/** Returns the limits of a caller. Only tokens have limits of their own. */
export function limitsOf(caller: Limited): CallerLimits {
  return caller.limits ?? defaultLimits;
}

/** A limit as tokens see it: the name in the header `RateLimit` and in the body of a 429. */
export type LimitName =
  | "requests"
  | "guesses"
  | "guesses-token"
  | "blocked-pins"
  | "blocked-pins-token"
  | "customers-minute"
  | "customers-day"
  | "suggestions";

/** What is left of a limit. Seconds until the period ends are `reset`, its length is `window`. */
export type LimitState = {
  readonly name: LimitName;
  readonly most: number;
  readonly window: number;
  readonly left: number;
  readonly reset: number;
};
