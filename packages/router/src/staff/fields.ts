import { z } from "zod";
import { isStorable } from "../wire/text.ts";

/** What the console's own procedures take. Messages are read by people, so each says what to do. */

export const id = z
  .int("A whole number is expected.")
  .positive("A whole number above zero is expected.");

/** A text of one line, without spaces around. */
export const line = (most = 255) =>
  z
    .string("A text is expected.")
    .trim()
    .max(most, `At most ${most} characters are allowed.`)
    .refine(isStorable, "Some of these characters cannot be stored.");

/** One that has to say something. */
export const words = (most = 255) => line(most).min(1, "This field is required.");

/** A text of several lines, as it is. */
export const prose = (most: number) =>
  z
    .string("A text is expected.")
    .max(most, `At most ${most} characters are allowed.`)
    .refine(isStorable, "Some of these characters cannot be stored.");

/** Why somebody does what stands on the record. */
export const reason = line(500).min(3, "Please say why, in a few words.");

export const day = z.iso.date("A date is expected: YYYY-MM-DD.");

/** Money or a value, with at most two decimal places. */
export const amount = z
  .string("An amount is expected.")
  .regex(/^[0-9]{1,12}(\.[0-9]{1,2})?$/, "An amount with at most two decimal places is expected.");

/** Left out, null and empty are the same: nothing asked. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([schema, z.literal(""), z.null()])
    .optional()
    .transform((value): z.output<Schema> | null =>
      value === undefined || value === null || value === "" ? null : (value as z.output<Schema>),
    );

/** `staff:<id>` or `token:7`. */
export const actor = z
  .string()
  .regex(/^(token:[0-9]{1,16}|staff:[\w-]{1,64})$/, "Nobody like this.");
