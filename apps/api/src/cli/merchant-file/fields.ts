import { isStaffEmail } from "@stampbook/core/access";
import { isTypeable, lengthOfPassword, storedCode } from "@stampbook/core/comparing";
import {
  decimalsOf,
  forms,
  isDay,
  mostOf,
  programmeForms,
  withSeconds,
  withTwoPlaces,
} from "@stampbook/core/limits";
import { isTimezone } from "@stampbook/core/merchants";
import { isStorable } from "@stampbook/core/storable";
import { z } from "zod";

type Says = { input?: unknown };

/** The error option of a zod schema: the message says that the value is missing, or what it must be. */
export const expects = (what: string) => ({
  error: (issue: Says) => (issue.input === undefined ? "is missing" : `must be ${what}`),
});

const MOST = Number.MAX_SAFE_INTEGER;

/** Text of bounded length that the database can store. */
export const text = (longest: number, shortest = 0) =>
  z
    .string(expects("text"))
    .min(shortest, shortest === 1 ? "is empty" : `has at least ${shortest} characters`)
    .max(longest, `has at most ${longest} characters`)
    .refine(isStorable, "holds a NUL character or half a surrogate pair");

/** Text that must not be blank. */
export const words = (longest: number) =>
  text(longest).refine((value) => value.trim() !== "", "is empty");

/** A whole number within bounds. */
export const whole = (least: number, most = MOST) => {
  const what =
    most === MOST ? `a whole number from ${least} up` : `a whole number from ${least} to ${most}`;
  return z
    .number(expects(what))
    .refine((n) => Number.isSafeInteger(n) && n >= least && n <= most, `must be ${what}`);
};

/** A whole number that fits an `integer` column. */
export const smallWhole = (least: number) => whole(least, mostOf.count);

export const id = whole(1);
export const flag = z.boolean(expects("true or false"));

/** A field that may be null or absent. Both are read as null. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);

export const isTrimmed = (value: string) => value === value.trim();

const textOrNumber = z
  .union([z.string(), z.number().refine(Number.isSafeInteger)], expects("text or a whole number"))
  .transform(String);

/** A number of another system, such as an invoice number, as text or as a JSON number. */
export const reference = textOrNumber
  .pipe(text(mostOf.code, 1))
  .refine(isTrimmed, "starts or ends with a space");

/** A code that people type or scan, as text or as a JSON number. Trimmed and composed as codes are stored. */
export const code = textOrNumber
  .transform(storedCode)
  .pipe(text(mostOf.code, 1))
  .refine(isTypeable, "holds an invisible character, or another blank than a space")
  .refine(
    (value) => !/^\d[.,]\d+E\+\d+$/i.test(value),
    "is a number that a spreadsheet has shortened, so digits are lost: format the column as text and export it again",
  );

/** A password in plain text, counted as when it is chosen. */
export const password = ({ shortest, longest }: { shortest: number; longest: number }) =>
  text(10 * longest)
    .refine((value) => lengthOfPassword(value) >= shortest, `has at least ${shortest} characters`)
    .refine((value) => lengthOfPassword(value) <= longest, `has at most ${longest} characters`);

/** An exact decimal that matches `form`, such as `12.50`. */
const decimal = (form: RegExp, what: string) =>
  z
    .union([z.string(), z.number()], expects(what))
    .transform(String)
    .refine((value) => form.test(value), `must be ${what}`)
    .transform(withTwoPlaces);

export const amount = decimal(forms.amount, "an amount from 0 up, with at most two decimal places");
export const signedAmount = decimal(
  /^-?\d{1,12}(\.\d{1,2})?$/,
  "an amount with at most two decimal places",
);

export const multiplier = decimal(
  programmeForms.multiplier,
  "a number from 0 up to 999.99, with at most two decimal places",
);

export const day = z
  .string(expects("a date, YYYY-MM-DD"))
  .refine(isDay, "must be a date, YYYY-MM-DD");

export const time = z
  .string(expects("a time, HH:MM or HH:MM:SS"))
  .regex(forms.time, "must be a time, HH:MM or HH:MM:SS")
  .transform(withSeconds);

const aMoment = "a moment with its offset, as 2027-12-31T17:00:00Z";
export const moment = z
  .string(expects(aMoment))
  .refine(
    (value) => z.iso.datetime({ offset: true }).safeParse(value).success,
    `must be ${aMoment}`,
  );

export const email = text(mostOf.email, 1)
  .transform((value) => value.toLowerCase())
  .refine(isStaffEmail, "must be an email address that staff can sign in with");

export const timezone = z
  .string(expects("an IANA time zone, as Asia/Jakarta"))
  .refine(isTimezone, "must be an IANA time zone, as Asia/Jakarta");

export const country = z
  .string(expects("a country's two letters (ISO 3166), as ID"))
  .refine(isCountry, "must be a country's two letters (ISO 3166), as ID");

export const currency = z
  .string(expects("a currency's three letters (ISO 4217), as IDR"))
  .refine(
    (value) => Intl.supportedValuesOf("currency").includes(value),
    "must be a currency's three letters (ISO 4217), as IDR",
  )
  .refine(
    (value) => !Intl.supportedValuesOf("currency").includes(value) || decimalsOf(value) <= 2,
    "is a currency with more than two decimals, and amounts have two",
  );

const list = <Schema extends z.ZodType>(schema: Schema, most: number) =>
  z.array(schema, expects("a list")).max(most, `has at most ${most} entries`);

/** Countries that may get text messages. */
export const countries = list(country, mostOf.countries);

/** The ids of the stores to which a record, such as a reward or a token, is limited; empty means all. */
export const storeIds = list(id, mostOf.stores)
  .transform((ids) => [...new Set(ids)])
  .default([]);
export const channels = list(whole(1, 9), 100)
  .transform((all) => [...new Set(all)])
  .default([]);
export const tags = list(words(mostOf.tag), mostOf.tags).default([]);

/** A text that must be one of `words`. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, expects(`one of ${words.join(", ")}`));

type Json = { readonly [key: string]: unknown };
const { bytes, depth } = mostOf.extraData;

/** A JSON object with any members, within limits of depth and size. It is stored unchanged. */
export const extraData = z
  .custom<Json>((value) => isObject(value), "must be an object")
  .refine((value) => depthOf(value) <= depth, `is at most ${depth} deep`)
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= bytes,
    `has at most ${bytes} bytes`,
  )
  .refine(
    (value) => textsOf(value).every(isStorable),
    "holds a NUL character or half a surrogate pair",
  )
  .default({});

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Object.values(value).reduce((most: number, each) => Math.max(most, depthOf(each)), 0);
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...textsOf(each)]);
}

function isCountry(value: string): boolean {
  if (!/^[A-Z]{2}$/.test(value) || ["ZZ", "XA", "XB", "EU", "EZ", "UN", "QO"].includes(value))
    return false;
  return new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(value) !== undefined;
}

type Period = { start_date: string | null; end_date: string | null };

/** Whether a period ends on or after its start. True if it has no start or no end. */
export const inOrder = ({ start_date: start, end_date: end }: Period) =>
  !start || !end || start <= end;

export const endsBeforeItStarts = { path: ["end_date"], error: "lies before start_date" };
