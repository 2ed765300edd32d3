import { sql } from "drizzle-orm";
import { check, foreignKey, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, id, merchantId, moment } from "./columns.ts";
import { customers } from "./customers.ts";

/** A customer's password, as a verifier. */
export const passwords = pgTable(
  "passwords",
  {
    merchantId: merchantId(),
    customerId: id().notNull(),
    verifier: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.customerId] }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
  ],
);

/**
 * A customer's PIN, as a verifier that is keyed with a pepper outside the database, and all that
 * counts its tries: one row, so that its own guards hold them together.
 */
export const pins = pgTable(
  "pins",
  {
    merchantId: merchantId(),
    customerId: id().notNull(),
    verifier: text().notNull(),
    /** Wrong tries that lapse together, a week after the last. */
    wrongTries: integer().notNull().default(0),
    lastWrongAt: moment(),
    /** Wrong tries since the last right one, unblock or reset; these do not lapse. */
    lifetimeWrongTries: integer().notNull().default(0),
    /** When each try began that is being decided; one that is left behind counts as wrong. */
    deciding: moment().array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.customerId] }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
    check("pins_wrong_tries", sql`${t.wrongTries} >= 0 and ${t.lifetimeWrongTries} >= 0`),
  ],
);
