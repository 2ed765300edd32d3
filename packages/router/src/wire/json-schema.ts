import { z } from "zod";

/** A JSON Schema, as JSON. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The name and the description of a schema that the document has once. */
export type Component = { readonly id: string; readonly description?: string | undefined };

/** The keyword by which a schema says that it is a component. It never reaches the document. */
export const COMPONENT = "x-component";

/**
 * Reads what `.meta()` and `.describe()` say of a schema. zod itself would make a definition of a schema with an
 * `id` in each operation, and inline a schema that a field describes in other words.
 */
class Marked extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get(schema: z.core.$ZodType) {
    const { id: _, ...meta } = z.globalRegistry.get(schema) ?? {};
    const component = componentOf(schema);
    return (component ? { ...meta, [COMPONENT]: component } : meta) as z.core.GlobalMeta;
  }
}

const marked = new Marked();

/** The component that a schema is, also if a field describes it in other words. */
function componentOf(schema: z.core.$ZodType): Component | undefined {
  const { id, description } = z.globalRegistry.get(schema) ?? {};
  if (id) return { id, description };
  const { parent, def } = schema._zod;
  return parent?._zod.def === def ? componentOf(parent) : undefined;
}

/** A zod schema as JSON Schema, in which components are marked by `COMPONENT`. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    metadata: marked,
    override: ({ zodSchema, jsonSchema: json }) => {
      // the bounds of safe integers, which zod adds to whole numbers
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
      if (json.format === "date" || json.format === "date-time") delete json.pattern;
      // clients have to accept keys that later versions add, and unknown keys of requests are ignored
      if (json.additionalProperties === false) delete json.additionalProperties;
      // described in words, because generated clients require what has a `default`
      delete json.default;
      const byDefault = describeDefault(zodSchema._zod.def);
      if (byDefault) json.description = [json.description, byDefault].filter(Boolean).join(" ");
    },
  });
  return json;
}

/** The default of a schema in words. Null as a default only says that a value may be absent. */
function describeDefault(def: z.core.$ZodTypes["_zod"]["def"]): string | null {
  const preset = def.type === "default" ? def.defaultValue : null;
  if (preset === null || typeof preset === "object") return null;
  return `${typeof preset === "string" ? `\`${preset}\`` : preset} by default.`;
}
