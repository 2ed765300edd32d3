import { readdirSync, readFileSync } from "node:fs";

const core = new URL("../../../../packages/core/src/", import.meta.url);

/** Named statements that the tour does not reach: they need a rare failure, limit, key or setting. */
export const unreached = [
  "fail_job",
  "find_spent_budget",
  "first_free_customer_id",
  "import_staff",
  "known_staff",
  "release_staff_pin_try",
  "renew_identifiers",
  "renew_password_verifier",
  "renew_pin_verifier",
  "sms_countries",
  "take_budget_news",
];

/** Returns the names of the statements that the core's SQL files define with a literal name. */
export function namedStatements(): readonly string[] {
  const files = readdirSync(core, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /(store|\.sql)\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(new URL(file, core), "utf8").matchAll(
        /\b(?:statement|read|listBy)(?:<[^;]*?>)?\(\s*"(\w+)"/g,
      ),
    ])
    .map(([, name = ""]) => name);
}
