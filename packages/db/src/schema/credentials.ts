import { sql } from "drizzle-orm";
import { check, foreignKey, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, id, merchantId, moment } from "./columns.ts";
import { customers } from "./customers.ts";

/** A customer's password, stored as a verifier (a hash), and the counts that slow down guesses. */
export const passwords = pgTable(
  "passwords",
  {
    merchantId: merchantId(),
    customerId: id().notNull(),
    verifier: text().notNull(),
    /** Wrong tries in a row. */
    wrongTries: integer().notNull().default(0),
    lastWrongAt: moment(),
    /**
     * The start of each try that is still being checked. If its result is never stored, the try counts as
     * wrong.
     */
    deciding: moment().array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.customerId] }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
    check("passwords_wrong_tries", sql`${t.wrongTries} >= 0`),
  ],
);

/**
 * A customer's PIN, stored as a verifier (a hash) keyed with a pepper outside the database. All counts of its
 * tries are in the same row, so that one conditional write keeps them consistent.
 */
export const pins = pgTable(
  "pins",
  {
    merchantId: merchantId(),
    customerId: id().notNull(),
    verifier: text().notNull(),
    /** Wrong tries. A week after the last wrong try, the count starts again at 0. */
    wrongTries: integer().notNull().default(0),
    lastWrongAt: moment(),
    /** Wrong tries since the last right PIN, reset, or unblock by staff. This count does not expire. */
    lifetimeWrongTries: integer().notNull().default(0),
    /**
     * The start of each try that is still being checked. If its result is never stored, the try counts as
     * wrong.
     */
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

/**
 * A customer's one-time password for one purpose, stored as a keyed hash. A newer password replaces the row.
 * Use of the password deletes the row.
 */
export const oneTimePasswords = pgTable(
  "one_time_passwords",
  {
    merchantId: merchantId(),
    customerId: id().notNull(),
    /** pin, password */
    purpose: text().notNull(),
    /** The id of the key, a dot, and the HMAC of the digits with merchant, customer and purpose. */
    mac: text().notNull(),
    expiresAt: moment().notNull(),
    wrongTries: integer().notNull().default(0),
    /** The channel of the message: email, sms, whatsapp. Null if no message was sent. */
    sentBy: text(),
    /** The email or mobile number to which the message was sent. Null if none was sent. */
    sentTo: text(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.customerId, t.purpose] }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
    check("one_time_passwords_purpose", sql`${t.purpose} in ('pin', 'password')`),
    check("one_time_passwords_wrong_tries", sql`${t.wrongTries} >= 0`),
    check(
      "one_time_passwords_sent",
      sql`(${t.sentBy} is null) = (${t.sentTo} is null) and ${t.sentBy} in ('email', 'sms', 'whatsapp')`,
    ),
  ],
);

/** When a customer requested one-time passwords. Each request removes the times that are over an hour old. */
export const otpAllowances = pgTable(
  "otp_allowances",
  {
    merchantId: merchantId(),
    customerId: id().notNull(),
    requestedAt: moment().array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.customerId] }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
  ],
);
