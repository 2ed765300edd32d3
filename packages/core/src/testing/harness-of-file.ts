import type { TestDatabaseOptions } from "@stampbook/db/testing";
import { afterAll, beforeAll } from "vitest";
import { type OpenHarness, openHarness, openOwnHarness } from "./open-harness.ts";

type Options = TestDatabaseOptions & {
  /** Opens a new database instead of the one that the test files of this worker share. Only it has options. */
  readonly isOwn?: boolean;
  /** False for tests that leave wrong rows: the database is closed without an audit. */
  readonly isAudited?: boolean;
};

/** Opens a harness before the tests of a file, and closes it after them, as `ofFile` does. */
export function harnessOfFile({
  isOwn = false,
  isAudited = true,
  ...options
}: Options = {}): OpenHarness {
  return ofFile(
    () => (isOwn ? openOwnHarness(options) : openHarness()),
    (t) => (isAudited ? t.close() : t.open.close()),
  );
}

/**
 * Opens something before the tests of a file, and closes it after them. Only tests and their hooks may use it,
 * because it does not exist before they run.
 */
export function ofFile<Opened extends object>(
  open: () => Promise<Opened>,
  close: (opened: Opened) => unknown,
  timeoutMs?: number,
): Opened {
  let opened: Opened | undefined;
  beforeAll(async () => {
    opened = await open();
  }, timeoutMs);
  afterAll(() => opened && close(opened));
  // reads a property when a test uses it
  return new Proxy({} as Opened, { get: (_, name) => Reflect.get(opened ?? {}, name, opened) });
}
