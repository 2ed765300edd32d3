import { GUESSES_A_MINUTE } from "./guesses.rules.ts";

// Parts of a batched statement (`core/src/writing`) that read the callers' wrong guesses at codes.

/** The column of a call that `guessLookup` reads: the caller's `guessSubject`. */
export const guessColumns = { guessSubject: "text" } as const;

/** Joins `g`, the caller's wrong guesses in the current minute, to `c`, a row of `calls`. */
export const guessLookup = ({ limit }: { readonly limit: string }) => `
  left join lateral (select g.count,
      extract(epoch from g.window_start + interval '1 minute' - c.now) as seconds_left
    from attempt_counters g
    where g.merchant_id = $1 and g.subject = c.guess_subject
      and g.window_start > c.now - interval '1 minute'${limit}) g on true`;

/** Whether the caller may still guess, as `checkGuesses` says. */
export const mayGuess = `coalesce(g.count, 0) < ${GUESSES_A_MINUTE}`;

/** `g` as `Guesses`. Null if the caller has guessed nothing wrong in the current minute. */
export const guessesJson = `case when g.count is not null then json_build_object(
      'count', g.count, 'secondsLeft', g.seconds_left) end`;
