import { sql } from "drizzle-orm";
import { bigint, boolean, date, integer, numeric, text, timestamp } from "drizzle-orm/pg-core";

/** Integer ids are JSON numbers, so they stay below 2^53. */
export const id = () => bigint({ mode: "number" });

/**
 * The first column of a tenant table's primary key, unique constraints, and foreign keys to other tenant
 * tables. `distribution.test.ts` lists the unique constraints without it.
 */
export const merchantId = () => id().notNull();

/** Money and voucher values: exact decimals, two places; strings in TypeScript. */
export const amount = () => numeric({ precision: 14, scale: 2 });

/** Numbers of stamps. */
export const stamps = () => bigint({ mode: "number" });

/** A moment; text in TypeScript. */
export const moment = () => timestamp({ withTimezone: true, mode: "string" });

/** A calendar day in the time zone of a store or of the merchant, `YYYY-MM-DD`. */
export const day = () => date({ mode: "string" });

/** When a row was created, by the database's clock. */
export const createdAt = () => moment().notNull().default(sql`clock_timestamp()`);

/** The ids that a row is limited to, such as its stores; empty means all. */
export const limitedTo = () => bigint({ mode: "number" }).array().notNull().default(sql`'{}'`);

/** The channel codes that a row is limited to; empty means all. */
export const limitedToChannels = () => integer().array().notNull().default(sql`'{}'`);

export const words = () => text().array().notNull().default(sql`'{}'`);

export const flag = (byDefault: boolean) => boolean().notNull().default(byDefault);
