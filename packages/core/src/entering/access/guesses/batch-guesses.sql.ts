// SQL parts for batch statements (`core/src/foundation/writing`). They read the callers' wrong guesses at codes and
// secrets.

/**
 * The columns of a call that `guessLookup` reads: the caller's `guessParameters`. They are null in a call that
 * names a thing by its id, and guesses nothing.
 */
export const guessColumns = {
  guessSubject: "text | null",
  guessStore: "text | null",
  guessMost: "int | null",
  guessMostInAll: "int | null",
} as const;

/**
 * Returns SQL that joins `g` to `c`, a row of `calls`. `g` has the caller's wrong guesses in the current
 * minute, where they are closest to a limit. `limit` is the field `limit` of the statement's `Form`.
 */
export const guessLookup = ({ limit }: { readonly limit: string }) => `
  left join lateral (select x.*
    from (select g.count, g.subject = c.guess_subject as is_in_all,
        case when g.subject = c.guess_subject then c.guess_most_in_all else c.guess_most end as most,
        extract(epoch from g.window_start + interval '1 minute' - c.now) as seconds_left
      from attempt_counters g
      where g.merchant_id = $1 and g.subject in (c.guess_subject, c.guess_store)
        and g.window_start > c.now - interval '1 minute'${limit && " limit 2"}) x
    order by x.most - x.count, x.is_in_all limit 1) g on true`;

/** SQL: whether the caller has guesses left in this minute. The same rule as `checkGuesses`. */
export const mayGuess = "coalesce(g.count < g.most, true)";

/** `g` as the JSON of a `Guesses`. Null if the caller made no wrong guess in the current minute. */
export const guessesJson = `case when g.count is not null then json_build_object(
      'limit', case when g.is_in_all then 'guesses-token' else 'guesses' end, 'most', g.most,
      'count', g.count, 'secondsLeft', g.seconds_left) end`;
