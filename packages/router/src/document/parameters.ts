import type { ListedProcedure } from "../procedures.ts";
import type { JsonSchema } from "../wire/json-schema.ts";
import type { Components } from "./components.ts";
import { exampleOf } from "./parameter-examples.ts";

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Makes the call safe to repeat: for 7 days a retry with the key is answered as the first call was, with `Idempotency-Replayed: true`.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7E]+$" },
};

/** The header parameters that operations share. */
export const sharedParameters = { IdempotencyKey: idempotencyKey };

type ObjectSchema = {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
};

/**
 * The parameters of an operation outside its body: those of the path, those of a GET's query, and the header
 * `Idempotency-Key`.
 */
export function parametersOf(
  { meta }: ListedProcedure,
  { properties = {}, required = [] }: ObjectSchema,
  { isGet, components }: { readonly isGet: boolean; readonly components: Components },
): readonly unknown[] {
  const isInPath = (name: string) => meta.rest?.path.includes(`{${name}}`) ?? false;
  const shown = Object.entries(properties).filter(
    ([name, schema]) => isInPath(name) || (isGet && !hasLines(schema, components)),
  );
  const parameters = shown.map(([name, { description, ...schema }]) => ({
    name,
    in: isInPath(name) ? "path" : "query",
    required: isInPath(name) || required.includes(name),
    description: components.descriptionOf({ ...schema, description }),
    schema,
    // a repeated value is the name once for each
    ...(schema.items ? { style: "form", explode: true } : {}),
    example: meta.example?.body[name] ?? exampleOf(name, schema),
  }));
  return meta.idempotent
    ? [...parameters, { $ref: "#/components/parameters/IdempotencyKey" }]
    : parameters;
}

/** Whether a parameter is a list of objects, which a query cannot carry. */
function hasLines({ items }: JsonSchema, components: Components): boolean {
  return "properties" in components.whole((items ?? {}) as JsonSchema);
}
