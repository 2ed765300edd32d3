import { ownDirectory } from "./directory.ts";
import { startPostgres } from "./postgres.ts";

/** The server, template and directory of one test run, shared by all its workers. */
export type TestRun = {
  /** The address of the server's database `postgres`. */
  readonly adminUrl: string;
  /** The name of a migrated database that is only copied. */
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

/**
 * Returns the server in TEST_DATABASE_URL, whose user must be allowed to create databases. Without the
 * variable, starts a server.
 */
export async function findServer() {
  const given = process.env.TEST_DATABASE_URL;
  if (!given) {
    const { adminUrl, directory, stop } = await startPostgres();
    return { adminUrl, directory, stop };
  }
  const { path, remove } = ownDirectory({ isInMemory: true });
  return { adminUrl: given, directory: path, stop: remove };
}
