import { foreignKey, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, id, merchantId } from "./columns.ts";
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

/** A customer's PIN, as a verifier that is keyed with a pepper outside the database. */
export const pins = pgTable(
  "pins",
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
