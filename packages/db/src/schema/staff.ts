import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { createdAt, limitedTo, merchantId, moment } from "./columns.ts";
import { merchants } from "./merchants.ts";

/** A person who works for one or more merchants. */
export const staffUsers = pgTable("staff_users", {
  id: text().primaryKey(),
  name: text().notNull(),
  /** Lower-cased. */
  email: text().notNull().unique("staff_users_email"),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  createdAt: createdAt(),
  updatedAt: createdAt(),
});

/** How a person signs in; the password is an argon2id verifier. */
export const staffAccounts = pgTable(
  "staff_accounts",
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: text()
      .notNull()
      .references(() => staffUsers.id, { onDelete: "cascade" }),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: moment(),
    refreshTokenExpiresAt: moment(),
    scope: text(),
    password: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [index("staff_accounts_user").on(t.userId), unique().on(t.providerId, t.accountId)],
);

/** What a person may do for a merchant, and in which stores (empty: all). */
export const staffMembers = pgTable(
  "staff_members",
  {
    merchantId: merchantId().references(() => merchants.id),
    userId: text()
      .notNull()
      .references(() => staffUsers.id, { onDelete: "cascade" }),
    /** owner, manager, cashier */
    role: text().notNull(),
    stores: limitedTo(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.userId] }),
    index("staff_members_user").on(t.userId),
    check("staff_members_role", sql`${t.role} in ('owner', 'manager', 'cashier')`),
  ],
);
