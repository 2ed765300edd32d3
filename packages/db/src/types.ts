import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Route } from "./connecting/route.ts";
import type { DatabaseLoad } from "./pool/gate.ts";
import type { limits } from "./pool/limits.ts";
import type * as schema from "./schema/index.ts";

/** The database as drizzle offers it. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/** An open database, migrated unless the options say otherwise. */
export type OpenDb = {
  readonly db: Db;
  /** The number of connections that run statements: the pool's size. */
  readonly connections: number;
  /** How statements reach the server, detected when the database is opened. */
  readonly route: Route;
  /** Returns the current load, and whether the database answers. */
  readonly load: () => DatabaseLoad;
  /**
   * How long the oldest statement of a merchant has waited for a connection, in milliseconds; 0 if none
   * waits. A null `merchantId` stands for work that is done for no merchant.
   */
  readonly waitedMs: (merchantId: number | null, operation?: string) => number;
  readonly close: () => Promise<void>;
};

/** A PostgreSQL server's address, or the directory of the embedded database, whose server we start. */
export type DbLocation = { readonly url: string } | { readonly directory: string };

/** A statement or a transaction that has ended. */
export type EndedStatement = {
  /** The statement's name, or `transaction`, or `other`. */
  readonly statement: string;
  /** How long it waited for a connection. */
  readonly waitedMs: number;
  /** Its time after that wait. */
  readonly ms: number;
  /** The SQLSTATE, or the driver's code, if it failed. */
  readonly code?: string;
};

/** How the standby answered a heavy read. Unless it is `read`, the primary runs it. */
export type StandbyRead =
  | { readonly outcome: "read" }
  | { readonly outcome: "behind" | "away"; readonly reason: string };

/** How to open the database. `pool/limits.ts` has the defaults of the pool's limits. */
export type ConnectOptions = Partial<typeof limits> & {
  /**
   * For commands, which may take long: statements, waits for locks, and waits for a connection of the pool
   * have no time limit.
   */
  readonly isPatient?: boolean;
  /** Whether to apply missing migrations. Default: true. */
  readonly migrate?: boolean;
  /** Called with a description of what migrations, or the start of the embedded database, wait for. */
  readonly onWait?: (says: string) => void;
  /** Called with the names of the migrations that were applied, if any was. */
  readonly onMigrated?: (names: readonly string[]) => unknown;
  /** Called with each statement's text. Parameters are never passed, because they contain secrets. */
  readonly onStatement?: (text: string) => void;
  /**
   * Called when a statement outside of a transaction, or a transaction, has ended, with its caller as the
   * current one.
   */
  readonly onEnd?: (ended: EndedStatement) => void;
  /** The address of a streaming standby that runs the heavy reads. */
  readonly standby?: string | undefined;
  readonly onStandbyRead?: (read: StandbyRead) => void;
  /** For the API: it must own the embedded database, and stops its server at the end. Default: false. */
  readonly isApi?: boolean;
};
