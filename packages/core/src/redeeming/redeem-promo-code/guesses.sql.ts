import { GUESSES_A_MINUTE } from "../../access/index.ts";
import type { Form } from "../../writing/index.ts";

/** `g`, the wrong guesses of the call's `guess_subject` in the current minute. */
export const guesses = ({ limit }: Form) => `
  left join lateral (select g.count,
      extract(epoch from g.window_start + interval '1 minute' - c.now) as seconds_left
    from attempt_counters g
    where g.merchant_id = $1 and g.subject = c.guess_subject
      and g.window_start > c.now - interval '1 minute'${limit}) g on true`;

/** Whether the caller may guess once more. */
export const mayGuess = `(g.count is null or g.count < ${GUESSES_A_MINUTE})`;

/** `g` as `Guesses`, or null. */
export const guessesJson = `case when g.count is not null then json_build_object(
      'count', g.count, 'secondsLeft', g.seconds_left) end`;
