import type { Db, OpenDb } from "@stampbook/db";
import { createTestDatabase } from "@stampbook/db/testing";
import { runAudit } from "../audit/index.ts";
import type { Merchant } from "../context.ts";
import { createHarness, type Harness } from "./harness.ts";
import { compareRows, type Rows, readRows, type Written } from "./rows.ts";

/** A harness with its own database. */
export type OpenHarness<Open extends OpenDb = OpenDb> = Harness & {
  readonly db: Db;
  readonly open: Open;
  /** Reads a merchant's current rows in the tables that tests compare (`rows.ts`). */
  readonly rows: (merchant: Merchant) => Promise<Rows>;
  /** Returns the rows written since an earlier read. */
  readonly written: (merchant: Merchant, since: Rows) => Promise<Written>;
  /** Closes the database after all tests of a file. Fails if the audit finds broken rows. */
  readonly close: () => Promise<void>;
};

/**
 * Opens a PostgreSQL database whose statements wait for locks without a limit. Tests hold locks, or let a
 * thousand calls wait for one row. On a busy machine such waits exceed the product's timeouts.
 */
const patientDatabase = () => createTestDatabase({ isPatient: true });

/** Opens a harness on the database that `open` returns; by default on a PostgreSQL without timeouts. */
export function openHarness(): Promise<OpenHarness<Awaited<ReturnType<typeof createTestDatabase>>>>;
export function openHarness<Open extends OpenDb>(
  open: () => Promise<Open>,
): Promise<OpenHarness<Open>>;
export async function openHarness(
  open: () => Promise<OpenDb> = patientDatabase,
): Promise<OpenHarness> {
  const opened = await open();
  const { db } = opened;
  return {
    ...createHarness(db),
    db,
    open: opened,
    rows: (merchant) => readRows(db, merchant),
    written: async (merchant, since) => compareRows(since, await readRows(db, merchant)),
    close: () => expectSound(db).finally(() => opened.close()),
  };
}

/** Throws if the audit finds broken rows. */
export async function expectSound(db: Db): Promise<void> {
  const broken = await runAudit(db);
  if (broken.length) throw new Error(`The oracle found ${JSON.stringify(broken, null, 2)}`);
}
