import type { Parameter, Template } from "./template.ts";

/** Stands for null on the command line, where null cannot be written. */
const NULL = "-";

/** A pgbench script made from a template, and the variables to define on pgbench's command line. */
export type Script = { readonly text: string; readonly defined: Readonly<Record<string, string>> };

/**
 * The template's statement as a pgbench script. pgbench prepares the statement and sends variables as
 * parameters (`--protocol=prepared`), as the product does. Constants are variables from the command line. A
 * null is written there as "-", and `nullif` converts it back. `sets` computes the variables of each call.
 */
export function scriptOf(template: Template, sets: readonly string[]): Script {
  const defined: Record<string, string> = {};
  const expressions = template.parameters.map((parameter, at) => {
    const constant = constantOf(parameter);
    if (constant !== undefined) defined[`p${at + 1}`] = constant ?? NULL;
    return expressionOf(parameter, `p${at + 1}`);
  });
  const text = withoutColons(template.text).replaceAll(
    /\$(\d+)/g,
    (_, number) => expressions[Number(number) - 1] ?? "null",
  );
  return { text: `${sets.join("\n")}\n${text.replaceAll(/\s+/g, " ")};\n`, defined };
}

function constantOf(parameter: Parameter): string | null | undefined {
  if (parameter === null) return null;
  if (!parameter.length) return "";
  return parameter.every((part) => typeof part === "string") ? parameter.join("") : undefined;
}

function expressionOf(parameter: Parameter, name: string): string {
  if (parameter === null) return `nullif(:${name}::text, '${NULL}')`;
  if (constantOf(parameter) !== undefined) return `:${name}`;
  const parts = parameter.map((part) =>
    typeof part === "string" ? `'${withoutColons(part.replaceAll("'", "''"))}'` : `:${part.name}`,
  );
  // a single variable is not concatenated, because `||` would make it a text
  return parts.length === 1 ? `${parts[0]}` : `(${parts.join(" || ")})`;
}

/** Splits string literals at colons. Even in a literal, pgbench reads a word after a colon as a variable. */
function withoutColons(text: string): string {
  return text.replaceAll(/'(?:[^']|'')*'/g, (literal) =>
    literal.replaceAll(/:(?=\w)/g, "' || chr(58) || '"),
  );
}
