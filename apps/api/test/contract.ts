import { createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe } from "vitest";
import type { AppSettings } from "../src/app.ts";
import { type AnyHouse, type House, type OpenHouse, openHouse } from "./harness.ts";
import { openProcessHouse } from "./process-house.ts";

/**
 * Runs the tests against the API processes of the worker. The suites of a worker share their database, and
 * each suite has its own merchants. Only tests and their hooks may use the house, because it does not exist
 * before they run. Calls are sent again after a 503, unless `isPatient` is false.
 */
export function contract(
  name: string,
  tests: (house: AnyHouse) => void,
  { isPatient = true }: { readonly isPatient?: boolean } = {},
) {
  // the script `contract:pgbouncer` selects suites by these words
  describe(`${name}, of the bundle`, () => inHouse(() => openProcessHouse(isPatient), tests));
}

/**
 * Like `contract`, on a new database, for tests that need the app in this process: its settings, the app
 * object, its clock, or every row of the database. With the mode `bundle` of Vitest, it runs against the API
 * processes too, without its settings: for single tests that need none of these.
 */
export function contractInProcess(
  name: string,
  tests: (house: House) => void,
  settings: Partial<AppSettings> = {},
) {
  const openAlone = async () => openHouse(await createTestDatabase(), settings);
  const openOfBundle = async () => (await openProcessHouse()) as OpenHouse;
  const isOfBundle = process.env.CONTRACT_BEHIND === "bundle";
  describe(name, () => inHouse(isOfBundle ? openOfBundle : openAlone, tests));
}

function inHouse<Kind extends AnyHouse>(
  open: () => Promise<OpenHouse<Kind>>,
  tests: (house: Kind) => void,
) {
  let opened: OpenHouse<Kind> | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  // the proxy reads a property when a test uses it, because the house is opened only in `beforeAll`
  tests(
    new Proxy({} as Kind, {
      get: (_, name) => Reflect.get(opened ?? {}, name, opened),
    }),
  );
}
