import { staffRoles } from "@stampbook/core/context";
import {
  forms,
  isDay,
  mostOf,
  SHORTEST_REASON,
  withSeconds,
  withTwoPlaces,
} from "@stampbook/core/limits";
import { isStorable } from "@stampbook/core/storable";
import { z } from "zod";

/** An id in an input of the console. The console shows the messages in this file to people. */

export const id = z
  .int("A whole number is expected.")
  .positive("A whole number above zero is expected.");

/** A membership's status: 100 for active, 200 for inactive, 300 for suspended. */
export const membershipStatus = z.union([z.literal(100), z.literal(200), z.literal(300)]);

/** The code of a membership level. */
export const level = z.int().min(0).max(mostOf.count);

/** The roles of staff. */
export const role = z.enum(staffRoles);

/** The kinds of redemptions. */
export const redemptionKinds = [
  "reward",
  "rewards",
  "voucher",
  "voucher_code",
  "voucher_value",
  "promo_code",
] as const;

export const redemptionStatuses = ["Created", "Canceled"] as const;

export const saleStatuses = ["Created", "Open", "Canceled"] as const;

export const voucherStates = ["open", "redeemed", "expired", "not_started", "inactive"] as const;

/** A whole number within bounds, which the message names. */
export function whole(least: number, most: number) {
  const says = `A whole number from ${inWords(least)} to ${inWords(most)} is expected.`;
  return z.int(says).min(least, says).max(most, says);
}

const inWords = (number: number) => number.toLocaleString("en");

/** An id that the service generated for a person or an invitation. */
export const rowId = z.string().regex(/^[\w-]{1,64}$/, "Nobody like this.");

/** A text for an input of one line, trimmed. May be empty. */
export const line = (most: number = mostOf.name) =>
  z
    .string("A text is expected.")
    .trim()
    .max(most, `At most ${most} characters are allowed.`)
    .refine(isStorable, "Some of these characters cannot be stored.");

/** Like `line`, but must not be empty. */
export const words = (most: number = mostOf.name) => line(most).min(1, "This field is required.");

/** A new code, composed (NFC) as codes are compared. The core refuses what cannot be typed. */
export const newCode = words(mostOf.code).normalize("NFC");

/** A text for an input of several lines, unchanged. May be empty. */
export const prose = (most: number) =>
  z
    .string("A text is expected.")
    .max(most, `At most ${most} characters are allowed.`)
    .refine(isStorable, "Some of these characters cannot be stored.");

/** The reason for a change, for the audit log. */
export const reason = line(mostOf.reason).min(SHORTEST_REASON, "Please say why, in a few words.");

const noDay = "A date is expected: YYYY-MM-DD.";

/** A date, `YYYY-MM-DD`. */
export const day = z.string(noDay).refine(isDay, noDay);

/** Money or a value, stored with two decimal places. */
export const amount = z
  .string("An amount is expected.")
  .regex(forms.amount, "An amount with at most two decimal places is expected.")
  .transform(withTwoPlaces);

/** An amount above zero. */
export const amountAboveZero = amount.refine(
  (text) => /[1-9]/.test(text),
  "An amount above zero with at most two decimal places is expected.",
);

/** `HH:MM` or `HH:MM:SS`; stored with seconds. */
export const timeOfDay = z
  .string("A time is expected.")
  .regex(forms.time, "A time is expected: HH:MM.")
  .transform(withSeconds);

/** The stores that a record is limited to; none means all. */
export const storeIds = z.array(id).max(mostOf.stores);

/** Stores and channels in which a voucher or reward can be used; empty lists mean everywhere. */
export const limits = {
  stores: storeIds,
  channels: z.array(z.int().min(1).max(9)).max(9),
};

/** An optional field. Missing, null and empty are all read as null. */
export function maybe<Schema extends z.ZodType>(schema: Schema) {
  const reading = z
    .unknown()
    .transform((value): unknown => (value === undefined || value === "" ? null : value))
    .pipe(schema.nullable());
  // a zod union of the schema, "" and null would report only that the value is wrong, not why
  type Read = z.ZodType<z.output<Schema> | null, z.input<Schema> | "" | null>;
  return (reading as unknown as Read).default(null);
}

/** `staff:<id>` or `token:7`. */
export const actor = z
  .string()
  .regex(/^(token:[0-9]{1,16}|staff:[\w-]{1,64})$/, "Nobody like this.");
