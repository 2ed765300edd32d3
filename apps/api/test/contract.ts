import { createEmbeddedTestDatabase, createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe } from "vitest";
import type { AppSettings } from "../src/app.ts";
import { type AnyHouse, type House, type OpenHouse, openHouse } from "./harness.ts";
import { openPooledHouse, openProcessHouse } from "./process-house.ts";

/**
 * Both databases that the product runs on; on PostgreSQL what ships, on PGlite its sources. The script
 * `contract:pgbouncer` puts a pooler and three replicas in place of the one process.
 */
const houses = {
  PostgreSQL: async () =>
    process.env.CONTRACT_BEHIND === "pgbouncer"
      ? openPooledHouse()
      : openProcessHouse(await createTestDatabase()),
  PGlite: async () => openHouse(await createEmbeddedTestDatabase()),
};

/** The same tests over both databases. The house is there once the first test runs. */
export function contract(name: string, tests: (house: AnyHouse) => void) {
  describe.each(Object.entries(houses))(`${name}, on %s`, (_, open) =>
    inHouse<AnyHouse>(open, tests),
  );
}

/** The same for what only a house in this process can have: its settings, its app, its clock. */
export function contractInProcess(
  name: string,
  tests: (house: House) => void,
  settings: Partial<AppSettings> = {},
) {
  const databases = { PostgreSQL: createTestDatabase, PGlite: createEmbeddedTestDatabase };
  describe.each(Object.entries(databases))(`${name}, on %s`, (_, createDatabase) =>
    inHouse(async () => openHouse(await createDatabase(), settings), tests),
  );
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
  // members are looked up when a test runs, as the house is only then there
  tests(
    new Proxy({} as Kind, {
      get: (_, name) => Reflect.get(opened ?? {}, name, opened),
    }),
  );
}
