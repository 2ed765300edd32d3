import { type Db, schema } from "@stampbook/db";
import {
  createTestDatabase,
  shareTestDatabase,
  type TestDatabase,
  type TestDatabaseOptions,
} from "@stampbook/db/testing";
import { runAudit } from "../foundation/audit/index.ts";
import type { Merchant } from "../foundation/context.ts";
import { createHarness, type Harness } from "./harness.ts";
import { compareRows, type Rows, readRows, type Written } from "./rows.ts";

/** A harness and its database. */
export type OpenHarness = Harness & {
  readonly db: Db;
  readonly open: TestDatabase;
  /** Reads a merchant's current rows in the tables that tests compare (`rows.ts`). */
  readonly rows: (merchant: Merchant) => Promise<Rows>;
  /** Returns the rows written since an earlier read. */
  readonly written: (merchant: Merchant, since: Rows) => Promise<Written>;
  /**
   * Closes the database after all tests of a file. Fails if the audit finds broken rows of merchants that the
   * file has made.
   */
  readonly close: () => Promise<void>;
};

/**
 * Opens a harness on the database that the test files of this worker share. So a test may only expect things
 * of the rows of its own merchants. Work for all merchants, such as a job, needs `openOwnHarness`.
 */
export const openHarness = async (): Promise<OpenHarness> => harnessOn(await shareTestDatabase());

/**
 * Opens a harness on a new database. By default its statements wait for locks without a limit: tests hold
 * locks, or let a thousand calls wait for one row, and on a busy machine such waits exceed the product's
 * timeouts.
 */
export const openOwnHarness = async (options: TestDatabaseOptions = {}): Promise<OpenHarness> =>
  harnessOn(await createTestDatabase({ isPatient: true, ...options }));

/** Makes a harness for an open database. */
export async function harnessOn(open: TestDatabase): Promise<OpenHarness> {
  const { db } = open;
  const earlier = new Set(await merchantsIn(db));
  const expectSound = async () => {
    for (const id of await merchantsIn(db)) {
      const broken = earlier.has(id) ? [] : await runAudit(db, id);
      if (broken.length) throw new Error(`The oracle found ${JSON.stringify(broken, null, 2)}`);
    }
  };
  return {
    ...createHarness(db),
    db,
    open,
    rows: (merchant) => readRows(db, merchant),
    written: async (merchant, since) => compareRows(since, await readRows(db, merchant)),
    close: () => expectSound().finally(() => open.close()),
  };
}

async function merchantsIn(db: Db): Promise<readonly number[]> {
  const { merchants } = schema;
  const rows = await db.select({ id: merchants.id }).from(merchants);
  return rows.map(({ id }) => id);
}
