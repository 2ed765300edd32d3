import { sql } from "drizzle-orm";
import { auditColumns, insertAuditEntries } from "../../foundation/audit/index.ts";
import { fact } from "../kernel/index.ts";

/** The audit entry to write; `auditOf` of `audit` returns its columns. */
export const found = fact({
  call: auditColumns,
  joins: () => sql``,
  keeps: {},
  shows: {},
});

type Entries = Parameters<typeof insertAuditEntries>[0];

/**
 * Inserts an audit entry for each row `d` of `rows`, by default of `changed`. `details` and `subject` are SQL
 * text over `d` and the call `c`.
 */
export const entries = ({ rows = "changed", ...rest }: Omit<Entries, "rows"> & Partial<Entries>) =>
  sql.raw(insertAuditEntries({ ...rest, rows }));

/** The subject of an entry about the call's customer. */
export const ofCustomer = "'customer ' || d.customer_id";
