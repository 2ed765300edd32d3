import type { FailureCode } from "@stampbook/core/failures";
import { Secret } from "@stampbook/core/secret";
import type { z } from "zod";

export { passwordMismatch } from "@stampbook/core/password";
export { pinMismatch } from "@stampbook/core/pin";

/** The `field` of a secret, the field `by` in which it is repeated, and the refusal if they differ. */
type Repeated<Field> = {
  readonly field: Field;
  readonly by: Field;
  readonly code: FailureCode;
  readonly message: string;
};

/**
 * An input with a secret that is typed twice. Both fields are compared even if other input is wrong, so that
 * one response names every wrong field. If one of the two cannot be read, only its own error is shown.
 */
export function confirmed<Shape extends z.ZodRawShape>(
  input: z.ZodObject<Shape>,
  { field, by, code, message }: Repeated<string & keyof Shape>,
): z.ZodObject<Shape> {
  return input.refine(
    (read: Readonly<Record<string, unknown>>) => {
      const [first, second] = [read[field], read[by]];
      return !(first instanceof Secret && second instanceof Secret) || first.equals(second);
    },
    { path: [by], message, params: { code }, when: ({ value }) => value instanceof Object },
  );
}
