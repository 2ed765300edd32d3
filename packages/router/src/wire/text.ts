import { Problem } from "./reading.ts";

const unstorable = new Problem(
  "invalid",
  "NUL characters and halves of surrogate pairs are not allowed.",
);

/** PostgreSQL refuses both, so they must not come that far. */
export function isStorable(value: string): boolean {
  return !value.includes("\0") && !/\p{Surrogate}/u.test(value);
}

/** Why a text cannot be taken; null where it can. */
export function textProblem(value: string, most: number): Problem | null {
  if (value.length > most)
    return new Problem("max_length", `At most ${most} characters are allowed.`);
  return isStorable(value) ? null : unstorable;
}
