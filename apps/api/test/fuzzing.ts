import fc from "fast-check";
import type { JsonSchema } from "./open-api.ts";

/** JSON texts that have broken other services: forms, bounds, encodings, keys. */
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

/** What of one field the fuzzer starts from: a value that fits, and what belongs to others. */
export type Fitting = Readonly<
  Record<string, { readonly own: unknown; readonly others?: readonly unknown[] }>
>;
type Member = readonly [key: string, text: string];
type Mutation = (members: readonly Member[]) => readonly Member[];

/**
 * Bodies of an operation, as raw text: one that fits its schema, with up to four mutations. Now and
 * then something else altogether.
 */
export function bodiesOf(schema: JsonSchema, fitting: Fitting): fc.Arbitrary<string> {
  const properties = schema.properties ?? {};
  const fields = Object.keys(properties);
  const whole = fields.flatMap((field): Member[] => {
    const fit = fitting[field];
    return fit ? [[field, JSON.stringify(fit.own)]] : [];
  });
  const value = (field: string) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...nasty) },
      { weight: 2, arbitrary: fc.constantFrom(...boundaries(properties[field] ?? {})) },
      { weight: 2, arbitrary: fc.constantFrom(...kin(fitting[field])) },
      { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
    );
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
  const mutated = fc
    .array(fc.constantFrom(...(fields.length ? fields : ["any"])).chain(mutation), { maxLength: 4 })
    .map((mutations) =>
      write(mutations.reduce<readonly Member[]>((members, mutate) => mutate(members), whole)),
    );
  return fc.oneof(
    { weight: 12, arbitrary: mutated },
    { weight: 1, arbitrary: fc.constantFrom(...nasty) },
    { weight: 1, arbitrary: fc.constantFrom("{", '{"a":', "{]", "\u0000", "{}{}", "\ufeff[]") },
  );
}

function write(members: readonly Member[]): string {
  return `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
}

/** The bounds that a schema states, with what lies just beyond them. */
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

/** The fitting value in other forms, and what fits somebody else. */
function kin(fit: Fitting[string] | undefined): string[] {
  if (!fit) return ["1"];
  const { own, others = [] } = fit;
  const text = String(own);
  const forms = [own, text, ` ${text} `, text.toUpperCase(), [own], { value: own }, ...others];
  return forms.map((form) => JSON.stringify(form));
}
