import { isDeepStrictEqual } from "node:util";
import { COMPONENT, type Component, type JsonSchema } from "../wire/json-schema.ts";

/** The schemas that the document has once, by their names. */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>();

  constructor(schemas: Readonly<Record<string, JsonSchema>>) {
    for (const [id, schema] of Object.entries(schemas)) this.#schemas.set(id, schema);
  }

  /** All components, by name. */
  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** The description of a schema: its own, or that of the component to which it refers. */
  descriptionOf(schema: JsonSchema): unknown {
    return schema.description ?? this.whole(schema).description;
  }

  /** The schema, or that of the component to which it refers. */
  whole(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    return (typeof $ref === "string" && this.#schemas.get($ref.slice(PLACE.length))) || schema;
  }

  /** The schema with references to components, which are added. */
  refer(schema: JsonSchema): JsonSchema {
    const { [COMPONENT]: component, ...inner } = mapSchemas(schema, (each) => this.refer(each));
    return component ? this.#add(component as Component, inner) : withNull(inner);
  }

  #add({ id, description }: Component, schema: JsonSchema): JsonSchema {
    const { description: ofField, ...content } = schema;
    const whole = { ...content, ...(description && { description }) };
    const known = this.#schemas.get(id);
    if (known && !isDeepStrictEqual(known, whole))
      throw new Error(`Two different schemas have the id ${id}.`);
    this.#schemas.set(id, whole);
    return {
      $ref: `${PLACE}${id}`,
      ...(ofField !== description && { description: ofField }),
    };
  }
}

const PLACE = "#/components/schemas/";

/** The schema with `change` applied to each schema directly in it. */
export function mapSchemas(
  schema: JsonSchema,
  change: (inner: JsonSchema) => JsonSchema,
): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (typeof value !== "object" || value === null) return [keyword, value];
      if (keyword === "properties")
        return [keyword, Object.fromEntries(entriesOf(value).map(([n, s]) => [n, change(s)]))];
      if (["items", "additionalProperties"].includes(keyword))
        return [keyword, change(value as JsonSchema)];
      if (["anyOf", "oneOf", "allOf"].includes(keyword))
        return [keyword, (value as readonly JsonSchema[]).map(change)];
      return [keyword, value];
    }),
  );
}

const entriesOf = (properties: object) => Object.entries(properties) as [string, JsonSchema][];

/** Writes a value that may be null as `type: ["integer", "null"]` where that says all. */
function withNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...around } = schema;
  const [value, none, ...more] = Array.isArray(anyOf) ? (anyOf as readonly JsonSchema[]) : [];
  if (!value || none?.type !== "null" || more.length > 0) return schema;
  const isPlain = typeof value.type === "string" && !value.properties && !("const" in value);
  if (!isPlain) return schema;
  const choices = Array.isArray(value.enum) ? { enum: [...value.enum, null] } : {};
  return { ...value, type: [value.type, "null"], ...choices, ...around };
}
