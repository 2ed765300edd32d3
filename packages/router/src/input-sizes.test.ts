import { expect, it } from "vitest";
import { appRouter } from "./index.ts";
import { listProcedures } from "./procedures.ts";
import { jsonSchemaOf } from "./wire/json-schema.ts";

type Schema = {
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
};
type Size = { readonly characters: number; readonly values: number };

/** The largest input that a schema allows. Texts and lists without a limit count as nothing. */
function largestOf(schema: Schema): Size {
  const { maxLength = 0, maxItems = 0, items = {}, properties = {}, anyOf = [] } = schema;
  const item = maxItems ? largestOf(items) : { characters: 0, values: 0 };
  const members = Object.values(properties).map(largestOf);
  const variants = anyOf.map(largestOf);
  const total = (part: keyof Size) =>
    maxItems * item[part] +
    members.reduce((sum, each) => sum + each[part], 0) +
    Math.max(0, ...variants.map((each) => each[part]));
  return {
    characters: maxLength + total("characters"),
    values: (anyOf.length ? 0 : 1) + total("values"),
  };
}

it("S4: only an operation whose input may need it takes a large body", () => {
  const large = listProcedures(appRouter).filter(({ inputs: [input] }) => {
    const schema = input && jsonSchemaOf(input, "input");
    const { characters, values } = largestOf((schema ?? {}) as Schema);
    return characters > 50_000 || values > 2_000;
  });
  const marked = listProcedures(appRouter).filter(({ meta }) => meta.large);
  expect(large.map(({ name }) => name)).toEqual(marked.map(({ name }) => name));
});
