import type { PGliteOptions } from "@electric-sql/pglite";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Route } from "./connecting/route.ts";
import type { DatabaseLoad } from "./pool/gate.ts";
import type { limits } from "./pool/limits.ts";
import type * as schema from "./schema/index.ts";

/** One type for both drivers; the schema is the same. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/** An open database, migrated unless the options say otherwise. */
export type OpenDb = {
  readonly db: Db;
  /** embedded: PGlite in a directory; server: PostgreSQL at an address. */
  readonly kind: "embedded" | "server";
  /** How many statements it runs at once: the pool's connections, 1 if it is embedded. */
  readonly connections: number;
  /** How statements reach the server, as found when it was opened. */
  readonly route?: Route;
  /** Its current load, and whether it answers. */
  readonly load: () => DatabaseLoad;
  /**
   * How long the oldest statement of a merchant has waited for a connection, in milliseconds; 0 if none
   * waits. Null stands for work that is done for no merchant.
   */
  readonly waitedMs: (merchantId: number | null) => number;
  readonly close: () => Promise<void>;
};

/** Where the data is: a PostgreSQL server's address, or a directory for the embedded database. */
export type DbLocation = { readonly url: string } | { readonly directory: string };

/** How to open it. The limits of a pool have their defaults in `pool/limits.ts`. */
export type ConnectOptions = Partial<typeof limits> & {
  /** For commands that read everything: statements have no time limit, and locks are waited for. */
  readonly isPatient?: boolean;
  /** Whether to apply missing migrations. Default: true. */
  readonly migrate?: boolean;
  /** Called with what the migrations wait for, after each failed wait. */
  readonly onWait?: (says: string) => void;
  /** Called with each statement's text. Parameters are never passed, because they contain secrets. */
  readonly onStatement?: (text: string) => void;
  /**
   * PGlite's program. V8 compiles what runs often in each module again, which takes longer than most
   * tests, so tests share a module.
   */
  readonly embeddedModule?: NonNullable<PGliteOptions["pgliteWasmModule"]>;
};
