import { isStorable } from "@stampbook/core/storable";
import { Problem } from "./reading.ts";

const unstorable = new Problem(
  "invalid",
  "NUL characters and halves of surrogate pairs are not allowed.",
);

/** The problem of a text, or null. `most` counts characters. Some characters are two units of a string. */
export function textProblem(value: string, most: number): Problem | null {
  if (value.length > 2 * most || (value.length > most && [...value].length > most))
    return new Problem("max_length", `At most ${most} characters are allowed.`);
  return isStorable(value) ? null : unstorable;
}
