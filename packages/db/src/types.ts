import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type * as schema from "./schema/index.ts";

/** One type for both drivers; the schema is the same. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/** A database that is open, and migrated unless that was not wanted. */
export type OpenDb = {
  readonly db: Db;
  /** embedded: PGlite in a directory of ours; server: PostgreSQL by its address. */
  readonly kind: "embedded" | "server";
  readonly close: () => Promise<void>;
};

/** Where the data is: a PostgreSQL server's address, or a directory for the embedded database. */
export type DbLocation = { readonly url: string } | { readonly directory: string };

/** How to open it. */
export type ConnectOptions = {
  /** Connections to a server at most; 8 serve two cores best. */
  readonly connections?: number;
  /** For commands that read all there is: no statement is too long, and no lock is waited for in vain. */
  readonly isPatient?: boolean;
  /** Whether to apply the migrations that it lacks: yes, where it is left out. */
  readonly migrate?: boolean;
  /** Told in words what the migrations wait for, as often as they try in vain. */
  readonly onWait?: (says: string) => void;
  /** Called with each statement's text; parameters are never handed out, they hold secrets. */
  readonly onStatement?: (text: string) => void;
};
