import fc from "fast-check";
import type { JsonSchema } from "../open-api.ts";
import { blank, formsOf } from "./blanks.ts";
import type { Member } from "./required-body.ts";

/** JSON texts that have broken other services: types, bounds, encodings, keys. */
const nasty = [
  "null",
  "true",
  '""',
  '" "',
  "0",
  "-0",
  "-1",
  "1.5",
  "1e400",
  "-1e400",
  "2147483648",
  "9007199254740991",
  "9007199254740993",
  "123456789012345678901234567890",
  '"9223372036854775808"',
  '"1e400"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\ud83d\\ude00"',
  '"\\u202e\\u200b"',
  '"2026-02-30"',
  ...["0000-01-01", "0001-01-01", "9999-12-31", "275760-09-13"].flatMap((day) => [
    `"${day}"`,
    `"${day}T00:00:00Z"`,
  ]),
  ...[
    ["", 2 ** 53],
    ["\u0000", 1],
    ["275760-09-13T00:00:00Z", 1],
    ["0000-01-01 00:00:00", 1],
    ["x", -1],
    [1, "x"],
    [],
    {},
  ].map((place) => `"${Buffer.from(JSON.stringify(place)).toString("base64url")}"`),
  '"25:61"',
  '"\' or 1=1 --"',
  '"{{otp}}"',
  '"<script>"',
  '"NaN"',
  '"__proto__"',
  "[]",
  "{}",
  "[[[[[[[[[[[[]]]]]]]]]]]]",
  `${"[".repeat(63)}${"]".repeat(63)}`,
  `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
  `${'{"a":'.repeat(40)}1${"}".repeat(40)}`,
  '{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}',
  `"${"x".repeat(255)}"`,
  `"${"x".repeat(300)}"`,
  `"${"é".repeat(10_000)}"`,
];

type Mutation = (members: readonly Member[]) => readonly Member[];

/**
 * Bodies of an operation as text. Most fit its schema except for up to four mutations. Others are one of
 * `nasty`, or text that is not a JSON object. Their placeholders are filled for each call (`blanks.ts`).
 */
export function bodiesOf(
  schema: JsonSchema,
  base: readonly Member[] = fitting(schema),
): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: mutated(schema, base) },
    { weight: 1, arbitrary: fc.constantFrom(...nasty) },
    { weight: 1, arbitrary: fc.constantFrom("{", '{"a":', "{]", "\u0000", "{}{}", "\ufeff[]") },
  );
}

/** The body of an operation with a placeholder for a valid value in every field. */
export function fittingBody(schema: JsonSchema): string {
  return write(fitting(schema));
}

function fitting({ properties = {} }: JsonSchema): readonly Member[] {
  return Object.keys(properties).map((field) => [field, blank(field)]);
}

function mutated(
  schema: JsonSchema,
  base: readonly Member[] = fitting(schema),
): fc.Arbitrary<string> {
  const { properties = {} } = schema;
  const fields = Object.keys(properties);
  const value = (field: string): fc.Arbitrary<string> => {
    const { items, ...own } = properties[field] ?? {};
    return fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...nasty) },
      { weight: 2, arbitrary: fc.constantFrom(...boundaries(own)) },
      { weight: 2, arbitrary: fc.constantFrom(...formsOf(field)) },
      { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
      ...(items?.properties
        ? [
            {
              weight: 6,
              arbitrary: fc.array(mutated(items), { maxLength: 3 }).map((all) => `[${all}]`),
            },
          ]
        : []),
    );
  };
  const mutation = (field: string): fc.Arbitrary<Mutation> =>
    fc.oneof(
      {
        weight: 6,
        arbitrary: value(field).map((text) => (all: readonly Member[]) => [
          ...all.filter(([key]) => key !== field),
          [field, text] as const,
        ]),
      },
      fc.constant((all: readonly Member[]) => all.filter(([key]) => key !== field)),
      // the same key twice
      value(field).map((text) => (all: readonly Member[]) => [[field, text] as const, ...all]),
      fc
        .constantFrom("__proto__", "constructor", "toString", `${field} `, "\u0000", "")
        .chain((key) =>
          value(field).map((text) => (all: readonly Member[]) => [...all, [key, text] as const]),
        ),
    );
  return fc
    .array(fc.constantFrom(...(fields.length ? fields : ["any"])).chain(mutation), { maxLength: 4 })
    .map((mutations) =>
      write(mutations.reduce<readonly Member[]>((members, mutate) => mutate(members), base)),
    );
}

export function write(members: readonly Member[]): string {
  return `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
}

/** Values at and next to the bounds in a schema, and its enum values. */
function boundaries({ minLength, maxLength, minimum, maximum, enum: words }: JsonSchema): string[] {
  const lengths = [minLength, maxLength].filter((each) => typeof each === "number");
  const numbers = [minimum, maximum].filter((each) => typeof each === "number");
  return [
    ...lengths.flatMap((at) => [at - 1, at, at + 1].map((n) => `"${"7".repeat(Math.max(0, n))}"`)),
    ...numbers.flatMap((at) => [at - 1, at, at + 1, `"${at}"`].map(String)),
    ...(Array.isArray(words) ? words.map((word) => JSON.stringify(word)) : []),
    "1",
  ];
}
