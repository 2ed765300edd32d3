import type { PGliteOptions } from "@electric-sql/pglite";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Route } from "./connecting/route.ts";
import type { DatabaseLoad } from "./pool/gate.ts";
import type { limits } from "./pool/limits.ts";
import type * as schema from "./schema/index.ts";

/** The database as drizzle offers it over both drivers, PGlite and postgres.js. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/** An open database, migrated unless the options say otherwise. */
export type OpenDb = {
  readonly db: Db;
  /** embedded: PGlite in a directory; server: PostgreSQL at an address. */
  readonly kind: "embedded" | "server";
  /** The number of connections that run statements: the pool's size, or 1 for the embedded database. */
  readonly connections: number;
  /**
   * How statements reach the server, detected when the database is opened. Absent for the embedded
   * database.
   */
  readonly route?: Route;
  /** Returns the current load, and whether the database answers. */
  readonly load: () => DatabaseLoad;
  /**
   * How long the oldest statement of a merchant has waited for a connection, in milliseconds; 0 if none
   * waits. A null `merchantId` stands for work that is done for no merchant.
   */
  readonly waitedMs: (merchantId: number | null) => number;
  readonly close: () => Promise<void>;
};

/** Where the data is: a PostgreSQL server's address, or a directory for the embedded database. */
export type DbLocation = { readonly url: string } | { readonly directory: string };

/** How to open the database. `pool/limits.ts` has the defaults of the pool's limits. */
export type ConnectOptions = Partial<typeof limits> & {
  /**
   * For commands, which may take long: statements, waits for locks, and waits for a connection of the pool
   * have no time limit.
   */
  readonly isPatient?: boolean;
  /** Whether to apply missing migrations. Default: true. */
  readonly migrate?: boolean;
  /** Called before each new attempt to get the locks, with a description of what the migrations wait for. */
  readonly onWait?: (says: string) => void;
  /** Called with each statement's text. Parameters are never passed, because they contain secrets. */
  readonly onStatement?: (text: string) => void;
  /**
   * PGlite's compiled WebAssembly module. V8 optimizes each module again, which takes longer than most tests,
   * so tests share one module.
   */
  readonly embeddedModule?: NonNullable<PGliteOptions["pgliteWasmModule"]>;
};
