import { readFileSync } from "node:fs";
import { createServer, connect as dial, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connect, type Db } from "../index.ts";
import { createEmptyTestDatabase, openClient } from "../testing/index.ts";
import { startNode } from "../testing/node-process.ts";

const journal: { entries: unknown[] } = JSON.parse(
  readFileSync(new URL("../../migrations/meta/_journal.json", import.meta.url), "utf8"),
);

const startOnce = `
  import { connect } from "./connecting/connect.ts";
  const { close } = await connect({ url: process.argv[1] });
  await close();`;

const TERMINATE = "X\0\0\0\x04";

/** A proxy between client and server that keeps the server's session after the client disconnects. */
async function startKeeping(url: string) {
  const target = new URL(url);
  const sessions: Socket[] = [];
  const front = createServer((client) => {
    const session = dial(Number(target.port), target.hostname);
    sessions.push(session);
    session.on("data", (data) => client.write(data)).on("error", () => {});
    client.on("data", (data) => data.toString() === TERMINATE || session.write(data));
    client.on("error", () => {});
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const address = front.address();
  const here = new URL(url);
  here.host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const close = () => {
    front.close();
    for (const session of sessions) session.destroy();
  };
  return { url: here.href, close };
}

/** Returns the columns and data file of each table and index, and drizzle's rows about migrations. */
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

  test("behind a pooler that keeps the server's connections, a second start waits for nothing", async () => {
    const pooler = await startKeeping(empty.url);
    try {
      for (const url of [pooler.url, empty.url]) {
        const { close } = await connect({ url });
        await close();
      }
      const outside = openClient(empty.url);
      await outside`drop schema drizzle, public cascade`;
      await outside`create schema public`;
      await outside.end();
      const { db, close } = await connect({ url: empty.url });
      const history = await db.execute(sql`select from drizzle.__drizzle_migrations`);
      expect(history).toHaveLength(journal.entries.length);
      await close();
    } finally {
      pooler.close();
    }
  });

  test("two processes that start at once on an empty database migrate it once", async () => {
    const outside = openClient(empty.url, 2);
    const blocking = await outside.reserve();
    await blocking`begin`;
    // The first process to migrate waits for this schema. The second waits for the first's advisory lock.
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

  test("a migration that waits for a lock lets go of what it holds, says why, and tries again", async () => {
    const outside = openClient(empty.url, 2);
    const blocking = await outside.reserve();
    await blocking`begin`;
    await blocking`create schema drizzle`;
    const said: string[] = [];
    const onWait = (says: string) => {
      said.push(says);
      void blocking`rollback`.then(() => blocking.release());
    };
    const { db, close } = await connect({ url: empty.url }, { onWait });
    expect(said).toEqual([
      expect.stringMatching(
        /^Migrations wait for locks that open transactions hold: postgres\.js \(process \d+, idle in transaction, for \d+ s\); next try in 1 s\.$/,
      ),
    ]);
    const history = await db.execute(sql`select from drizzle.__drizzle_migrations`);
    expect(history).toHaveLength(journal.entries.length);
    await close();
    await outside.end();
  });

  test("every transaction waits for a lock a little longer than for a deadlock to be found", async () => {
    const { db, close } = await connect({ url: empty.url }, { connections: 1 });
    const answer = await db.execute(sql`select current_setting('lock_timeout') as patience,
      current_setting('lock_timeout')::interval > current_setting('deadlock_timeout')::interval as is_longer`);
    expect(answer).toMatchObject([{ patience: "1100ms", is_longer: true }]);
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
    expect(await timeouts(false)).toMatchObject([{ statement: "10s", lock: "1100ms" }]);
    const endless = [{ statement: "2147483647ms", lock: "2147483647ms" }];
    expect(await timeouts(true)).toMatchObject(endless);
    // an operator who uses a pooler sets the time-outs on the role or the database
    const name = new URL(empty.url).pathname.slice(1);
    const outside = openClient(empty.url);
    await outside.unsafe(`alter database ${name} set statement_timeout = '10s'`);
    await outside.unsafe(`alter database ${name} set lock_timeout = '1s'`);
    await outside.end();
    expect(await timeouts(true)).toMatchObject(endless);
  });

  test("migrations get the time that they take, whatever the role allows", async () => {
    const name = new URL(empty.url).pathname.slice(1);
    const outside = openClient(empty.url);
    await outside.unsafe(`create function be_slow() returns event_trigger language plpgsql
      as $$ begin perform pg_sleep(1.5); end $$`);
    await outside.unsafe(`create event trigger slow on ddl_command_start when tag in ('CREATE SCHEMA')
      execute function be_slow()`);
    await outside.unsafe(`alter database ${name} set statement_timeout = '1s'`);
    await outside.end();
    const { db, close } = await connect({ url: empty.url });
    const history = await db.execute(sql`select from drizzle.__drizzle_migrations`);
    expect(history).toHaveLength(journal.entries.length);
    await close();
  });
});

test("a second start changes nothing and finds what was kept", async () => {
  const { url, close } = await createEmptyTestDatabase();
  const first = await connect({ url });
  await first.db.execute(sql`create table kept as select 'here' as what`);
  const before = await fingerprint(first.db);
  await first.close();

  const second = await connect({ url });
  expect(await fingerprint(second.db)).toEqual(before);
  expect(await second.db.$count(sql`kept`)).toBe(1);
  await second.close();
  await close();
});
