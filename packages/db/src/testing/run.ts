import { ownDirectory } from "./directory.ts";
import { startPostgres } from "./postgres.ts";

/** What one test run has started, shared by all its workers. */
export type TestRun = {
  /** The database `postgres` of the server. */
  readonly adminUrl: string;
  /** A migrated database that is only copied. */
  readonly template: string;
  /** A directory for files. It is removed at the end of the run. */
  readonly directory: string;
};

const VARIABLE = "STAMPBOOK_TEST_RUN";

/** Stores the run in the environment, which workers and the processes they start inherit. */
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

/** The server in TEST_DATABASE_URL (its user may create databases), else a new one. */
export async function findServer() {
  const given = process.env.TEST_DATABASE_URL;
  if (!given) {
    const { adminUrl, directory, stop } = await startPostgres();
    return { adminUrl, directory, stop };
  }
  const { path, remove } = ownDirectory({ isInMemory: true });
  return { adminUrl: given, directory: path, stop: remove };
}
