import { type Parameters, rowsOf } from "@stampbook/db";
import { eq, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** The input of the statement that reads a customer's data. */
export type FileInput = {
  readonly customerId: number;
  // JSON lists of the ids of bookings and audit entries. A search finds these rows, because no index does.
  readonly bookingIds: string;
  readonly entryIds: string;
};

export type FileParameters = Parameters<FileInput>;

type Owned = PgTable & { readonly merchantId: PgColumn; readonly customerId: PgColumn };

/** The rows of a table that belong to the customer. */
export const ownRows = (p: FileParameters, table: Owned, ...orderBy: readonly SQL[]) =>
  rowsOf(table, { where: [eq(table.customerId, p("customerId"))], orderBy });
