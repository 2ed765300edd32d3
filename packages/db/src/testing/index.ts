export { freePort } from "../embedded/free-port.ts";
export { type Migration, readMigrations } from "../migrating/files.ts";
export { migrate } from "../migrating/migrate.ts";
export { hasClientPrograms } from "./client-programs.ts";
export {
  checkForeignKeys,
  createEmptyTestDatabase,
  createTestDatabase,
  createTestTemplate,
  type EmptyTestDatabase,
  openClient,
  openFillClient,
  patience,
  renewSharedDatabase,
  shareTestDatabase,
  skipForeignKeys,
  type TestDatabase,
  type TestDatabaseOptions,
  type TestTemplate,
} from "./databases.ts";
export { embeddedServerOf, openEmbeddedDatabase } from "./embedded.ts";
export { hasPgbouncer, type RunningPooler, startPgbouncer } from "./pooler.ts";
export { type PostgresOptions, type RunningPostgres, startPostgres } from "./postgres.ts";
export { currentRun, type TestRun } from "./run.ts";
export { type RunningStandby, startStandby } from "./standby.ts";
