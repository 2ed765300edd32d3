import type { ListedProcedure } from "../procedures.ts";

/** An index of the operations, generated from the router. */
export function describeOperations(procedures: readonly ListedProcedure[]): string {
  const served = procedures.filter(({ meta }) => meta.rest);
  return [
    "# Operations",
    "",
    "Generated from the router by `pnpm --filter @stampbook/router document`; do not edit. The parameters, answers, refusals and examples of each operation are in [openapi.json](openapi.json), which a running service shows on `/docs`. Limits, and the order of the checks: [limits.md](limits.md).",
    "",
    "A key is an `Idempotency-Key`, which makes a call safe to repeat. The last column is the name in logs, metrics and the typed client.",
    "",
    "| call | what it does | scope | key | procedure |",
    "|---|---|---|---|---|",
    ...served.map(
      ({ name, meta }) =>
        `| \`${(meta.rest?.methods ?? ["POST"]).join(", ")} ${meta.rest?.path}\` | ${meta.summary ?? ""} | ${scopeOf(meta)} | ${meta.idempotent ? "yes" : ""} | \`${name}\` |`,
    ),
    "",
  ].join("\n");
}

function scopeOf({ open, scope }: ListedProcedure["meta"]): string {
  if (open) return "no token";
  const scopes = scope ? [scope].flat() : [];
  return scopes.map((each) => `\`${each}\``).join(" or ") || "any token";
}
