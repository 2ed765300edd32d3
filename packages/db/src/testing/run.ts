import { ownDirectory } from "./directory.ts";
import { startPostgres } from "./postgres.ts";

/** What one test run has started for all its workers. */
export type TestRun = {
  /** The database `postgres` of the server. */
  readonly adminUrl: string;
  /** A migrated database that is only ever copied. */
  readonly template: string;
  /** For files that shall go with the run. */
  readonly directory: string;
};

const VARIABLE = "STAMPBOOK_TEST_RUN";

/** Workers and the processes they start inherit the environment. */
export function publishRun(run: TestRun): void {
  process.env[VARIABLE] = JSON.stringify(run);
}

export function currentRun(): TestRun {
  const run = process.env[VARIABLE];
  if (!run) {
    throw new Error(
      'No database server for tests. Add globalSetup: "@stampbook/db/testing/global-setup" to vitest.config.ts.',
    );
  }
  return JSON.parse(run) as TestRun;
}

/** The server that TEST_DATABASE_URL names (its user may create databases), else one of our own. */
export async function findServer() {
  const given = process.env.TEST_DATABASE_URL;
  if (!given) {
    const { adminUrl, directory, stop } = await startPostgres();
    return { adminUrl, directory, stop };
  }
  const { path, remove } = ownDirectory();
  return { adminUrl: given, directory: path, stop: remove };
}
