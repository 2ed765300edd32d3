import { readFileSync } from "node:fs";
import { type SQL, sql } from "drizzle-orm";

const text = readFileSync(new URL("./oracle.sql", import.meta.url), "utf8");

/** The invariants of redemptions as one query over the parameter `merchantId`; see `oracle.sql`. */
export const oracle: SQL = sql.join(
  text
    .replaceAll(/^--.*$/gm, "")
    .split("$1")
    .map((part) => sql.raw(part)),
  sql.placeholder("merchantId"),
);
