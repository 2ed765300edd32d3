import { z } from "zod";
import type { ListedProcedure } from "../procedures.ts";
import { schemaOf } from "./open-api.ts";
import { refusalsOf } from "./refusals.ts";

/** The documented interface as a readable page, generated from the router. */
export function describeOperations(procedures: readonly ListedProcedure[]): string {
  const served = procedures.filter(({ meta }) => meta.rest);
  return [
    "# Operations",
    "",
    "Generated from the router by `pnpm --filter @stampbook/router document`; do not edit. Texts: `interface.md`, `interface-2.md` and `interface-3.md`. Limits, and the order of the checks: `limits.md`.",
    "",
    "| path | procedure | scope | retry by key |",
    "|---|---|---|---|",
    ...served.map(
      ({ name, meta }) =>
        `| [\`${(meta.rest?.methods ?? ["POST"]).join(", ")} ${meta.rest?.path}\`](#${anchorOf(name)}) | \`${name}\` | ${scopeOf(meta)} | ${meta.idempotent ? "yes" : ""} |`,
    ),
    "",
    ...served.flatMap(describe),
  ].join("\n");
}

function describe(procedure: ListedProcedure): string[] {
  const { name, meta, inputs } = procedure;
  const { example } = meta;
  const refusals = refusalsOf(procedure);
  return [
    `## ${name}`,
    "",
    `\`${(meta.rest?.methods ?? ["POST"]).join(", ")} ${meta.rest?.path}\` · ${meta.summary ?? ""}`,
    "",
    ...parametersOf(inputs[0]),
    ...(refusals.length
      ? [
          "| refusal | status | on |",
          "|---|---|---|",
          ...refusals.map(
            ({ code, status, fields }) => `| \`${code}\` | ${status} | ${fields.join(", ")} |`,
          ),
          "",
        ]
      : []),
    ...(example
      ? [
          "```json",
          JSON.stringify(example.body),
          "```",
          "",
          "```json",
          JSON.stringify(example.answer, null, 2),
          "```",
          "",
        ]
      : []),
  ];
}

type Described = {
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly [limit: string]: unknown;
};

function parametersOf(input: z.ZodType | undefined): string[] {
  if (!(input instanceof z.ZodObject)) return [];
  const rows = rowsOf(schemaOf(input, "input"), "");
  return rows.length
    ? ["| parameter | required | type | limits |", "|---|---|---|---|", ...rows, ""]
    : [];
}

/** A row per parameter. A list is followed by the parameters of its lines. */
function rowsOf({ properties = {}, required = [] }: Described, within: string): string[] {
  return Object.entries(properties).flatMap(([field, schema]) => {
    const { type = "", default: _, items, description, ...limits } = schema;
    const said = Object.entries(limits).map(([word, limit]) => `${word} ${JSON.stringify(limit)}`);
    if (description) said.push(String(description));
    return [
      `| \`${within}${field}\` | ${required.includes(field) ? "yes" : "no"} | ${[type].flat().join(" or ")} | ${said.join(", ").replaceAll("|", "\\|")} |`,
      ...rowsOf(items ?? {}, `${within}${field}[].`),
    ];
  });
}

function scopeOf({ open, scope }: ListedProcedure["meta"]): string {
  if (open) return "no token";
  return scope
    ? [scope]
        .flat()
        .map((each) => `\`${each}\``)
        .join(" or ")
    : "any token";
}

function anchorOf(name: string): string {
  return name.toLowerCase().replaceAll(".", "");
}
