import { casing } from "@stampbook/db";
import { is, Placeholder, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

/**
 * Returns a drizzle fragment as SQL text for a batched statement, with `$1` as the merchant's id. Throws
 * `TypeError` if the fragment has another parameter than the placeholder `merchantId`.
 */
export function textOf(fragment: SQL): string {
  const { sql: text, params } = new PgDialect({ casing }).sqlToQuery(fragment);
  if (!params.every((param) => is(param, Placeholder) && param.name === "merchantId"))
    throw new TypeError("the fragment has another parameter than the merchant");
  return text.replace(/\$\d+/g, () => "$1");
}
