export {
  createEmbeddedTestDatabase,
  createEmbeddedTestDirectory,
  createEmptyTestDatabase,
  createTestDatabase,
  type EmbeddedTestDatabase,
  type EmptyTestDatabase,
  openClient,
  type TestDatabase,
  type TestDatabaseOptions,
} from "./databases.ts";
export { freePort } from "./free-port.ts";
export { type PostgresOptions, type RunningPostgres, startPostgres } from "./postgres.ts";
