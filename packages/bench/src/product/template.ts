import type { Seen } from "./capture.ts";

/** Values that differ between calls, by name: `{ voucher: "17", email: "…" }`. */
export type Variables = Readonly<Record<string, string>>;

/** A template's parameter, as pieces of text and variables; null stands for SQL's null. */
export type Parameter = readonly (string | { readonly name: string })[] | null;

/** A statement of the product that others can run with their own variables. */
export type Template = { readonly text: string; readonly parameters: readonly Parameter[] };

/**
 * Makes a template from the same statement in two calls. A parameter that differs between the calls contains
 * variables. Throws if the statements differ, or the text around the variables of a parameter.
 */
export function templateOf(
  one: { readonly seen: Seen; readonly variables: Variables },
  other: { readonly seen: Seen; readonly variables: Variables },
): Template {
  if (one.seen.text !== other.seen.text)
    throw new Error(`Two calls sent different statements:\n${one.seen.text}\n${other.seen.text}`);
  const parameters = one.seen.parameters.map((value, at) => {
    const parameter = parameterOf(value, one.variables);
    const second = other.seen.parameters[at];
    const expected = parameterOf(second ?? null, other.variables);
    if (JSON.stringify(parameter) !== JSON.stringify(expected))
      throw new Error(
        `Parameter $${at + 1} changes, and no variable explains it: ${value}, ${second}`,
      );
    return parameter;
  });
  return { text: one.seen.text, parameters };
}

/**
 * Replaces each variable's value in a text by the variable's name. Longer values come first, because a
 * shorter value may be part of a longer one.
 */
function parameterOf(value: string | null, variables: Variables): Parameter {
  if (value === null) return null;
  const byLength = Object.entries(variables).sort(
    ([, one], [, other]) => other.length - one.length,
  );
  let parts: (string | { name: string })[] = [value];
  for (const [name, text] of byLength)
    parts = parts.flatMap((part) => (typeof part === "string" ? cut(part, text, name) : [part]));
  return parts;
}

function cut(part: string, text: string, name: string): (string | { name: string })[] {
  return part
    .split(text)
    .flatMap((piece, at) => (at ? [{ name }, piece] : [piece]))
    .filter((piece) => piece !== "");
}

/** The parameters of one call: the template's, with the values of the variables filled in. */
export function fill(template: Template, variables: Variables): (string | null)[] {
  return template.parameters.map(
    (parameter) =>
      parameter?.map((part) => (typeof part === "string" ? part : variables[part.name])).join("") ??
      null,
  );
}
