import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { DatabaseLoad } from "./pool/gate.ts";
import type { limits } from "./pool/limits.ts";
import type { Route } from "./route.ts";
import type * as schema from "./schema/index.ts";

/** One type for both drivers; the schema is the same. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/** A database that is open, and migrated unless that was not wanted. */
export type OpenDb = {
  readonly db: Db;
  /** embedded: PGlite in a directory of ours; server: PostgreSQL by its address. */
  readonly kind: "embedded" | "server";
  /** The way to a server, as it was found when it was opened. */
  readonly route?: Route;
  /** How busy it is at this moment, and whether it answers. */
  readonly load: () => DatabaseLoad;
  readonly close: () => Promise<void>;
};

/** Where the data is: a PostgreSQL server's address, or a directory for the embedded database. */
export type DbLocation = { readonly url: string } | { readonly directory: string };

/** How to open it. What bounds a pool has its defaults in `pool/limits.ts`. */
export type ConnectOptions = Partial<typeof limits> & {
  /** For commands that read all there is: no statement is too long, and no lock is waited for in vain. */
  readonly isPatient?: boolean;
  /** Whether to apply the migrations that it lacks: yes, where it is left out. */
  readonly migrate?: boolean;
  /** Told in words what the migrations wait for, as often as they try in vain. */
  readonly onWait?: (says: string) => void;
  /** Called with each statement's text; parameters are never handed out, they hold secrets. */
  readonly onStatement?: (text: string) => void;
};
