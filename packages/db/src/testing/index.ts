export {
  checkForeignKeys,
  createEmbeddedTestDatabase,
  createEmbeddedTestDirectory,
  createEmptyTestDatabase,
  createTestDatabase,
  createTestTemplate,
  type EmbeddedTestDatabase,
  type EmptyTestDatabase,
  openClient,
  openFillClient,
  patience,
  skipForeignKeys,
  type TestDatabase,
  type TestDatabaseOptions,
  type TestTemplate,
} from "./databases.ts";
export { embeddedTemplate } from "./embedded-template.ts";
export { freePort } from "./free-port.ts";
export { hasPgbouncer, type RunningPooler, startPgbouncer } from "./pooler.ts";
export { type PostgresOptions, type RunningPostgres, startPostgres } from "./postgres.ts";
export { currentRun, publishRun, type TestRun } from "./run.ts";
export { type RunningStandby, startStandby } from "./standby.ts";
