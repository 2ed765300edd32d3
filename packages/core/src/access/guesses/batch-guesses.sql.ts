import { GUESSES_A_MINUTE } from "./guesses.rules.ts";

// SQL parts for batch statements (`core/src/writing`). They read the callers' wrong guesses at codes and
// secrets.

/** The column of a call that `guessLookup` reads: the caller's `guessSubject`. */
export const guessColumns = { guessSubject: "text" } as const;

/**
 * Returns SQL that joins `g` to `c`, a row of `calls`. `g` has the caller's wrong guesses in the current
 * minute. `limit` is the field `limit` of the statement's `Form`.
 */
export const guessLookup = ({ limit }: { readonly limit: string }) => `
  left join lateral (select g.count,
      extract(epoch from g.window_start + interval '1 minute' - c.now) as seconds_left
    from attempt_counters g
    where g.merchant_id = $1 and g.subject = c.guess_subject
      and g.window_start > c.now - interval '1 minute'${limit}) g on true`;

/** SQL: whether the caller has guesses left in this minute. The same rule as `checkGuesses`. */
export const mayGuess = `coalesce(g.count, 0) < ${GUESSES_A_MINUTE}`;

/** `g` as the JSON of a `Guesses`. Null if the caller made no wrong guess in the current minute. */
export const guessesJson = `case when g.count is not null then json_build_object(
      'count', g.count, 'secondsLeft', g.seconds_left) end`;
