import { type SQL, sql } from "drizzle-orm";
import {
  type Guesses,
  guessColumns,
  guessesJson,
  guessLookup,
  mayGuess,
  tooManyGuesses,
} from "../../entering/access/index.ts";
import { check, fact, fragmentOf } from "../kernel/index.ts";

/** The caller's wrong guesses in the current minute. A call that is no guess sends `notGuessed`. */
export const found = fact({
  call: guessColumns,
  joins: (form) => fragmentOf(guessLookup(form)),
  keeps: {},
  shows: { guesses: sql.raw(guessesJson) as SQL<Guesses | null> },
});

/** The columns of a call that guesses nothing, because it names a thing by its id. */
export const notGuessed = {
  guessSubject: null,
  guessStore: null,
  guessMost: null,
  guessMostInAll: null,
};

/** Comes before the check that finds the thing, so that a throttled caller does not learn whether it exists. */
export const areLeft = check({
  code: "too_many_attempts",
  holds: () => sql.raw(mayGuess),
  words: (seen: { readonly guesses: Guesses }) => tooManyGuesses(seen.guesses),
});
