import { z } from "zod";

/**
 * An input in which the optional `field` is required if `isNeeded` returns true. The check also runs if other
 * fields are wrong, and the errors stay in the order of the fields. A field with an error has no value that
 * `isNeeded` could read.
 */
export function requiredIf<Shape extends z.ZodRawShape>(
  input: z.ZodObject<Shape>,
  field: string & keyof Shape,
  isNeeded: (read: Readonly<Record<string, unknown>>) => boolean,
): z.ZodObject<Shape> {
  const order = Object.keys(input.shape);
  const placeOf = ({ path }: z.core.$ZodRawIssue) => order.indexOf(String(path?.[0]));
  const check = z.core._check<Readonly<Record<string, unknown>>>(
    ({ value, issues }) => {
      if (value[field] !== null || !isNeeded(value)) return;
      issues.push({
        code: "custom",
        path: [field],
        message: "This field is required.",
        params: { code: "required" },
        input: value,
      });
      issues.sort((one, other) => placeOf(one) - placeOf(other));
    },
    { when: ({ value }: z.core.ParsePayload) => value instanceof Object },
  );
  return input.check(check as z.core.$ZodCheck<z.output<z.ZodObject<Shape>>>);
}
