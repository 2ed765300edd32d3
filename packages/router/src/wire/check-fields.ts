import { z } from "zod";
import type { ListedProcedure } from "../procedures.ts";
import { renameAliases } from "./aliases.ts";
import { Problem } from "./reading.ts";

/** The values of an input's fields: null if one is absent, undefined if it is wrong. */
export type FieldsRead = Readonly<Record<string, unknown>>;

/**
 * An input with a check over several fields: `problemsOf` returns the fields that are wrong, with the reason.
 * The check also runs if other fields are wrong, and the errors stay in the order of the fields.
 */
export function checkFields<Shape extends z.ZodRawShape>(
  input: z.ZodObject<Shape>,
  problemsOf: (read: FieldsRead) => Readonly<Record<string, Problem>>,
): z.ZodObject<Shape> {
  const order = Object.keys(input.shape);
  const placeOf = ({ path }: z.core.$ZodRawIssue) => order.indexOf(String(path?.[0]));
  const check = z.core._check<FieldsRead>(
    ({ value, issues }) => {
      for (const [field, { code, message }] of Object.entries(problemsOf(value)))
        issues.push({ code: "custom", path: [field], message, params: { code }, input: value });
      issues.sort((one, other) => placeOf(one) - placeOf(other));
    },
    { when: ({ value }: z.core.ParsePayload) => value instanceof Object },
  );
  return input.check(check as z.core.$ZodCheck<z.output<z.ZodObject<Shape>>>);
}

const missing = new Problem("required", "This field is required.");

/** An input in which the optional `field` is required if `isNeeded` returns true. */
export function requiredIf<Shape extends z.ZodRawShape>(
  input: z.ZodObject<Shape>,
  field: string & keyof Shape,
  isNeeded: (read: FieldsRead) => boolean,
): z.ZodObject<Shape> {
  return checkFields(input, (read) =>
    read[field] === null && isNeeded(read) ? { [field]: missing } : {},
  );
}

/** Whether sent input has every parameter that the operation requires. Their values may be wrong. */
export function hasRequired({ name, inputs }: ListedProcedure, sent: unknown): boolean {
  const [schema] = inputs;
  if (!schema) return true;
  const { error } = schema.safeParse(renameAliases(sent, schema, name));
  const isMissing = (issue: NonNullable<typeof error>["issues"][number]) =>
    issue.code === "custom" && issue.params?.code === "required";
  return !error?.issues.some(isMissing);
}
