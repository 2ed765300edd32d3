import type { Db, OpenDb } from "@stampbook/db";
import { createTestDatabase } from "@stampbook/db/testing";
import { runAudit } from "../audit/index.ts";
import type { Merchant } from "../context.ts";
import { createHarness, type Harness } from "./harness.ts";
import { compareRows, type Rows, readRows, type Written } from "./rows.ts";

/** A harness with a database of its own. */
export type OpenHarness<Open extends OpenDb = OpenDb> = Harness & {
  readonly db: Db;
  readonly open: Open;
  /** All that the merchant has now. */
  readonly rows: (of: Merchant) => Promise<Rows>;
  /** What was written since; see `Written`. */
  readonly written: (of: Merchant, since: Rows) => Promise<Written>;
  /** The file's last word: fails where the oracle finds anything in what its tests left. */
  readonly close: () => Promise<void>;
};

/**
 * PostgreSQL whose statements wait for locks as long as it takes. Tests hold locks themselves, or let a
 * thousand calls wait for one row: on a busy machine that is longer than the product's own patience.
 */
const patientDatabase = () => createTestDatabase({ isPatient: true });

/** Opens a harness on a database that `open` makes; on a patient PostgreSQL where nothing is said. */
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
    rows: (of) => readRows(db, of),
    written: async (of, since) => compareRows(since, await readRows(db, of)),
    close: () => expectSound(db).finally(() => opened.close()),
  };
}

/** Fails where the oracle finds anything. */
export async function expectSound(db: Db): Promise<void> {
  const broken = await runAudit(db);
  if (broken.length) throw new Error(`The oracle found ${JSON.stringify(broken, null, 2)}`);
}
