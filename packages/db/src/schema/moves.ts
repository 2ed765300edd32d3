import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, merchantId } from "./columns.ts";

/**
 * Merchants that `stampbook move` moves to another installation, or that have come from one and are not
 * confirmed. Both databases have a row, and at most one of the two is open. There is no foreign key: a
 * merchant that arrives gets its row here first.
 */
export const merchantMoves = pgTable(
  "merchant_moves",
  {
    merchantId: merchantId(),
    /**
     * open: the merchant's calls are done here. stopped: they are refused for a moment, or its rows are not
     * all here yet. gone: the other installation does them.
     */
    state: text().notNull(),
    /** The public address of the other installation, for callers. */
    address: text(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId] }),
    check("merchant_moves_state", sql`${t.state} in ('open', 'stopped', 'gone')`),
  ],
);
