import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { createdAt, id, limitedTo, merchantId, moment, words } from "./columns.ts";
import { merchants } from "./merchants.ts";

/** POS tokens: 256-bit secrets, stored as SHA-256. */
export const apiTokens = pgTable(
  "api_tokens",
  {
    merchantId: merchantId().references(() => merchants.id),
    id: id().notNull(),
    name: text().notNull(),
    /** The first characters, to distinguish tokens in lists. */
    prefix: text().notNull(),
    /** Hexadecimal SHA-256 of the whole secret. */
    secretHash: text().notNull(),
    scopes: words(),
    /** The stores in which the token may act; empty means all. */
    stores: limitedTo(),
    expiresAt: moment(),
    revokedAt: moment(),
    lastUsedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    unique("api_tokens_secret_hash").on(t.secretHash),
  ],
);

/**
 * Counts of attempts, which limit guesses of secrets and codes. All processes share the row of a subject. A
 * window begins with its first attempt.
 */
export const attemptCounters = pgTable(
  "attempt_counters",
  {
    merchantId: merchantId().references(() => merchants.id),
    /** The kind of attempt, and who made it: `guesses token:7`. */
    subject: text().notNull(),
    windowStart: moment().notNull(),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.subject] }),
    index("attempt_counters_age").on(t.merchantId, t.windowStart),
  ],
);

/**
 * How much of each budget is spent in its current period (core: `budgets/budget.rules.ts`). The row also
 * stores the limit and the end, so that one conditional write can check and spend.
 */
export const budgets = pgTable(
  "budgets",
  {
    merchantId: merchantId().references(() => merchants.id),
    /** The budget's name: `codesOfCustomer`. */
    budget: text().notNull(),
    /**
     * Whose budget it is, such as a customer's id, `token:7` or the start of a phone number. Empty: the
     * merchant's.
     */
    subject: text().notNull(),
    startedAt: moment().notNull(),
    endsAt: moment().notNull(),
    spent: integer().notNull(),
    most: integer().notNull(),
    /** When a mail informed the owners that the budget is used up. */
    toldAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.budget, t.subject] }),
    index("budgets_age").on(t.merchantId, t.endsAt),
    index("budgets_untold")
      .on(t.merchantId, t.endsAt)
      .where(sql`${t.spent} >= ${t.most} and ${t.toldAt} is null`),
    check("budgets_spent", sql`${t.spent} between 1 and ${t.most}`),
  ],
);
