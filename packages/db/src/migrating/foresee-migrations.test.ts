import { expect, test } from "vitest";
import { createTestDatabase, openFillClient } from "../testing/index.ts";
import { readMigrations } from "./files.ts";
import { foreseeMigrations } from "./foresee-migrations.ts";

const all = readMigrations();

/** A migrated database that remembers only the migrations before this one. */
async function databaseBefore(name: string) {
  const open = await createTestDatabase();
  const fill = await openFillClient(open.url);
  const when = all.find((each) => each.name === name)?.when ?? 0;
  await fill`delete from drizzle.__drizzle_migrations where created_at >= ${when}`;
  return { open, fill };
}

test("says how large the tables are on which calls will wait, and changes nothing", async () => {
  const { open, fill } = await databaseBefore("0011_fold_texts");
  try {
    await fill`alter table customers alter notes set storage external`;
    await fill`insert into customers (merchant_id, id, name, notes)
      select 1, n, 'Ada', repeat('x', 1000000) from generate_series(1, 40) n`;
    await fill`vacuum analyze customers`;
    const foreseen = await foreseeMigrations(open.db);
    expect(foreseen.map(({ name }) => name)).toEqual(all.slice(11).map(({ name }) => name));
    const [folding] = foreseen;
    expect(folding).toMatchObject({ name: "0011_fold_texts", isOnline: false });
    // three indexes are built, of about a second each, then three are dropped that are there no more
    expect(folding?.tables).toContainEqual({
      ...{ table: "customers", stops: "writes", rows: 40, seconds: 3 },
      bytes: expect.closeTo(41e6, -6.5),
    });
    expect(folding?.tables).toContainEqual({
      ...{ table: null, stops: "everything", rows: 0, bytes: 0, seconds: 0 },
    });
    const [notes] = foreseen.filter(({ name }) => name === "0018_notes_of_customers");
    expect(notes?.tables).toMatchObject([{ table: "customers", stops: "everything", seconds: 0 }]);
    expect(await foreseeMigrations(open.db)).toEqual(foreseen);
  } finally {
    await fill.end();
    await open.close();
  }
});

test("an index of an online migration stops nothing", async () => {
  const { open, fill } = await databaseBefore("0021_verified_contacts");
  try {
    const online = {
      ...{ name: "0021_verified_contacts", when: 1, hash: "", isOnline: true },
      statements: ["create index concurrently if not exists a on customers (name)"],
    };
    expect(await foreseeMigrations(open.db, [...all.slice(0, 21), online])).toMatchObject([
      { isOnline: true, tables: [{ table: "customers", stops: "nothing" }] },
    ]);
  } finally {
    await fill.end();
    await open.close();
  }
});
