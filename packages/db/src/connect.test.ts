import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connect, type Db, type DbLocation } from "./index.ts";
import { createEmptyTestDatabase, openClient } from "./testing/index.ts";
import { startNode } from "./testing/node-process.ts";

const journal: { entries: unknown[] } = JSON.parse(
  readFileSync(new URL("../migrations/meta/_journal.json", import.meta.url), "utf8"),
);

const startOnce = `
  import { connect } from "./connect.ts";
  const { close } = await connect({ url: process.argv[1] });
  await close();`;

/** Every table, index and column with the file that holds it, and what was migrated when. */
async function fingerprint(db: Db): Promise<unknown> {
  const parts = [
    sql`select c.oid, c.relname, c.relfilenode, a.attname, a.atttypid
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace) order by c.oid, a.attnum`,
    sql`select * from drizzle.__drizzle_migrations order by id`,
  ];
  return Promise.all(parts.map((part) => db.execute(part).then(JSON.stringify)));
}

describe("starting on a server", () => {
  let empty: Awaited<ReturnType<typeof createEmptyTestDatabase>>;
  beforeEach(async () => {
    empty = await createEmptyTestDatabase();
  });
  afterEach(() => empty.close());

  test("two processes that start at once on an empty database migrate it once", async () => {
    const outside = openClient(empty.url, 2);
    const blocking = await outside.reserve();
    await blocking`begin`;
    // both reach for this schema first, so neither gets ahead of the other
    await blocking`create schema drizzle`;

    const starts = [startNode(startOnce, empty.url), startNode(startOnce, empty.url)];
    const waiting = () => outside`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await waiting()).length < 2);
    await blocking`rollback`;
    blocking.release();

    for (const start of starts) expect(await start.end()).toEqual({ code: 0, stderr: "" });
    const migrated = await outside`select hash from drizzle.__drizzle_migrations`;
    expect(migrated).toHaveLength(journal.entries.length);
    await outside.end();
  });

  test("every transaction waits for a lock a second at most", async () => {
    const { db, close } = await connect({ url: empty.url }, { connections: 1 });
    const answer = await db.execute(sql`select current_setting('lock_timeout') as patience`);
    expect(answer).toMatchObject([{ patience: "1s" }]);
    await close();
  });

  test("a command that reads all there is gets the time that it takes", async () => {
    const timeouts = async (isPatient: boolean) => {
      const { db, close } = await connect({ url: empty.url }, { connections: 1, isPatient });
      const rows = await db.execute(
        sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
      );
      await close();
      return rows;
    };
    expect(await timeouts(false)).toMatchObject([{ statement: "10s", lock: "1s" }]);
    expect(await timeouts(true)).toMatchObject([{ statement: "0", lock: "0" }]);
  });
});

describe.each<[string, () => Promise<{ location: DbLocation; remove: () => unknown }>]>([
  [
    "server",
    async () => {
      const { url, close } = await createEmptyTestDatabase();
      return { location: { url }, remove: close };
    },
  ],
  [
    "embedded",
    async () => {
      const directory = mkdtempSync(join(tmpdir(), "stampbook-connect-"));
      return {
        location: { directory },
        remove: () => rmSync(directory, { recursive: true, force: true }),
      };
    },
  ],
])("starting twice, %s", (kind, create) => {
  test("the second start changes nothing and finds what was kept", async () => {
    const { location, remove } = await create();
    const first = await connect(location);
    expect(first.kind).toBe(kind);
    await first.db.execute(sql`create table kept as select 'here' as what`);
    const before = await fingerprint(first.db);
    await first.close();

    const second = await connect(location);
    expect(await fingerprint(second.db)).toEqual(before);
    expect(await second.db.$count(sql`kept`)).toBe(1);
    await second.close();
    await remove();
  });
});
