import type { JsonSchema } from "../open-api.ts";
import { blank } from "./blanks.ts";

export type Member = readonly [key: string, text: string];

/** The required members of an input: placeholders for `fields`, else values that are valid for the schema. */
export function requiredMembers(schema: JsonSchema, fields: ReadonlySet<string>): Member[] {
  const { properties = {}, required = [] } = schema;
  return required.map((name) => [
    name,
    fields.has(name) ? blank(name) : sampleOf(properties[name] ?? {}, fields),
  ]);
}

const formats: Readonly<Record<string, string>> = {
  date: '"2030-11-21"',
  time: '"19:30"',
  email: '"somebody@example.com"',
  uri: '"http://127.0.0.1:3000/x"',
};

function sampleOf(schema: JsonSchema, fields: ReadonlySet<string>): string {
  const { type, anyOf, oneOf, enum: words, format, minLength, minimum, minItems, items } = schema;
  const [choice] = ((anyOf ?? oneOf ?? []) as JsonSchema[]).filter((each) => each.type !== "null");
  if (choice) return sampleOf(choice, fields);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(words)) return JSON.stringify(words[0]);
  if (type === "object" || schema.properties)
    return `{${requiredMembers(schema, fields)
      .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
      .join(",")}}`;
  if (type === "array")
    return `[${Array.from({ length: Number(minItems ?? 0) }, () => sampleOf(items ?? {}, fields))}]`;
  if (type === "boolean") return "true";
  if (type === "integer" || type === "number") return String(Math.max(1, Number(minimum ?? 1)));
  if (typeof format === "string" && formats[format]) return formats[format];
  return type === "string" ? `"${"7".repeat(Math.max(1, Number(minLength ?? 1)))}"` : "null";
}
