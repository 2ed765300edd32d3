import { afterAll, beforeAll } from "vitest";
import { type OpenHarness, openHarness, openOwnHarness } from "./open-harness.ts";

type Options = {
  /** Opens a new database instead of the one that the test files of this worker share. */
  readonly isOwn?: boolean;
  /** False for tests that leave wrong rows: the database is closed without an audit. */
  readonly isAudited?: boolean;
};

/**
 * Opens a harness before the tests of a file, and closes it after them. Only tests and their hooks may use it,
 * because it does not exist before they run.
 */
export function harnessOfFile({ isOwn = false, isAudited = true }: Options = {}): OpenHarness {
  let opened: OpenHarness | undefined;
  beforeAll(async () => {
    opened = await (isOwn ? openOwnHarness() : openHarness());
  });
  afterAll(() => (isAudited ? opened?.close() : opened?.open.close()));
  // reads a property when a test uses it
  return new Proxy({} as OpenHarness, {
    get: (_, name) => Reflect.get(opened ?? {}, name, opened),
  });
}
