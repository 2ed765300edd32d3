import { casing } from "@stampbook/db";
import { is, Placeholder, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

/**
 * The text of a drizzle fragment for a batched statement, in which `$1` is the merchant. Throws
 * `TypeError` if the fragment has another parameter than `merchantId`.
 */
export function textOf(fragment: SQL): string {
  const { sql: text, params } = new PgDialect({ casing }).sqlToQuery(fragment);
  if (!params.every((param) => is(param, Placeholder) && param.name === "merchantId"))
    throw new TypeError("the fragment has another parameter than the merchant");
  return text.replace(/\$\d+/g, () => "$1");
}
