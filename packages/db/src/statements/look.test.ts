import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { connect, DatabaseTooOld, type DbLocation, lookAtDatabase } from "../index.ts";
import { createEmptyTestDatabase } from "../testing/index.ts";

/** Opens a database as `doctor` does: no migration is applied. */
async function look(location: DbLocation) {
  const { db, close } = await connect(location, { connections: 1, migrate: false });
  try {
    const seen = await lookAtDatabase(db);
    const [tables] = await db
      .select({ count: sql<string>`count(*)` })
      .from(sql`pg_tables where schemaname in ('public', 'drizzle')`);
    return { ...seen, tables: Number(tables?.count) };
  } finally {
    await close();
  }
}

async function create() {
  const { url, close } = await createEmptyTestDatabase();
  return { location: { url }, remove: close };
}

describe("looking at a database", () => {
  test("reports missing migrations, and applies none", async () => {
    const { location, remove } = await create();
    const before = await look(location);
    expect(before).toMatchObject({ tables: 0, missing: { 0: "0000_initial" } });
    expect(before.major).toBeGreaterThanOrEqual(15);
    expect(before.version).toContain(String(before.major));
    expect(Math.abs(Date.parse(before.now) - Date.now())).toBeLessThan(60_000);

    const { db, close } = await connect(location);
    expect(await lookAtDatabase(db)).toMatchObject({ missing: [], newer: 0 });
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values ('of a newer version', 9999999999999)`);
    expect(await lookAtDatabase(db)).toMatchObject({ missing: [], newer: 1 });
    await db.execute(sql`delete from drizzle.__drizzle_migrations where hash like 'of a newer%'`);
    const newest = sql`(select max(created_at) from drizzle.__drizzle_migrations)`;
    await db.execute(sql`delete from drizzle.__drizzle_migrations where created_at = ${newest}`);
    await close();

    const behind = await look(location);
    expect(behind.missing).toEqual([before.missing.at(-1)]);
    expect(behind.tables).toBeGreaterThan(20);
    await remove();
  });

  test("a database of an unreleased version is refused, and not changed", async () => {
    const { location, remove } = await create();
    const { missing } = await look(location);
    const { db, close } = await connect(location);
    await db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
    await close();

    await expect(connect(location)).rejects.toThrow(DatabaseTooOld);
    await expect(look(location)).rejects.toThrow(
      /^This database was created by an unreleased version.+Export each merchant.+create a new database, and import/,
    );
    const open = await connect(location, { migrate: false });
    const applied = await open.db
      .select({ id: sql<number>`id` })
      .from(sql`drizzle.__drizzle_migrations`);
    expect(applied).toHaveLength(missing.length);
    await open.close();
    await remove();
  });
});
