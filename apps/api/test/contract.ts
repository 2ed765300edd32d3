import { openOnce } from "@stampbook/core/open-once";
import type { OpenDb } from "@stampbook/db";
import { createEmbeddedTestDatabase, createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe } from "vitest";
import type { AppSettings } from "../src/app.ts";
import { embeddedSuites } from "./embedded-suites.ts";
import { type AnyHouse, type House, type OpenHouse, openHouse } from "./harness.ts";
import { openProcessHouse } from "./process-house.ts";

/** The embedded database of all suites that a worker runs. It ends with the worker. */
const sharedEmbedded = openOnce(async () => ({
  ...(await createEmbeddedTestDatabase()),
  close: async () => {},
}));

/**
 * Opens the API on each of the two databases: on PostgreSQL in processes that run the bundle, on PGlite in
 * this process. The suites of a worker share both databases, and each suite has its own merchants.
 */
const houses = {
  PostgreSQL: openProcessHouse,
  PGlite: async () => openHouse(await sharedEmbedded()),
};

/**
 * Runs the tests on PostgreSQL, and on PGlite if the suite is in `embeddedSuites`. Only tests and their hooks
 * may use the house, because it does not exist before they run.
 */
export function contract(name: string, tests: (house: AnyHouse) => void) {
  describe.each(databasesOf(name, houses))(`${name}, on %s`, (_, open) =>
    inHouse<AnyHouse>(open, tests),
  );
}

/**
 * Like `contract`, on new databases, for tests that need the app in this process: its settings, the app
 * object, its clock, or every row of the database.
 */
export function contractInProcess(
  name: string,
  tests: (house: House) => void,
  settings: Partial<AppSettings> = {},
) {
  const databases: Databases<() => Promise<OpenDb>> = {
    PostgreSQL: createTestDatabase,
    PGlite: createEmbeddedTestDatabase,
  };
  describe.each(databasesOf(name, databases))(`${name}, on %s`, (_, createDatabase) =>
    inHouse(async () => openHouse(await createDatabase(), settings), tests),
  );
}

type Databases<Open> = Readonly<Record<"PostgreSQL" | "PGlite", Open>>;

function databasesOf<Open>(name: string, { PostgreSQL, PGlite }: Databases<Open>) {
  const server = ["PostgreSQL", PostgreSQL] as const;
  return name in embeddedSuites ? [server, ["PGlite", PGlite] as const] : [server];
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
