import { schema } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { fact, from, merchantId } from "../kernel/index.ts";

export const merchants = alias(schema.merchants, "m");

/** The merchant's settings. */
export const found = fact({
  call: {},
  joins: () => sql`
  join ${from(merchants)} on ${merchants.id} = ${merchantId}`,
  keeps: {},
  shows: {},
});
