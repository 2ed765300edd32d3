import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, type Db, inTransaction } from "../index.ts";
import {
  createEmptyTestDatabase,
  hasPgbouncer,
  openClient,
  startPgbouncer,
} from "../testing/index.ts";

let database: Awaited<ReturnType<typeof createEmptyTestDatabase>>;
beforeAll(async () => {
  database = await createEmptyTestDatabase();
  await setForDatabase(database.url, { default_transaction_isolation: "serializable" });
  await setForDatabase(database.url, { datestyle: "SQL, DMY", idle_session_timeout: "30s" });
  await setForDatabase(database.url, { timezone: "Asia/Jakarta" });
});
afterAll(() => database?.close());

/** Sets settings of the database, for later connections. */
async function setForDatabase(url: string, settings: Readonly<Record<string, string>>) {
  const client = openClient(url);
  const name = new URL(url).pathname.slice(1);
  for (const [setting, value] of Object.entries(settings))
    await client.unsafe(`alter database ${name} set ${setting} = '${value}'`);
  await client.end();
}

const query = `select current_setting('transaction_isolation') as isolation,
  current_setting('idle_session_timeout') as idle, date '2026-11-29' :: text as day,
  timestamptz '2026-11-29T20:00:00Z' :: text as time`;
const ask = async (db: Pick<Db, "execute">) => {
  const [row] = (await db.execute(sql.raw(query))) as unknown as Record<string, string>[];
  return row;
};
const right = { isolation: "read committed", day: "2026-11-29", time: "2026-11-29 20:00:00+00" };

describe("sessions whose database has other settings", () => {
  test("without ours they would have them", async () => {
    const outside = openClient(database.url);
    expect(await outside.unsafe(query)).toEqual([
      {
        isolation: "serializable",
        idle: "30s",
        day: "29/11/2026",
        time: "30/11/2026 03:00:00 WIB",
      },
    ]);
    await outside.end();
  });

  test("directly they have ours, and are not ended for being idle", async () => {
    const open = await connect({ url: database.url }, { connections: 1 });
    expect(open.route).toMatchObject({ boundBy: "connection" });
    expect(open.route.differing).toEqual(
      expect.arrayContaining(["default_transaction_isolation", "datestyle", "timezone"]),
    );
    for (const found of [await ask(open.db), await inTransaction(open.db, ask)]) {
      expect(found).toMatchObject(right);
      expect(found?.idle).not.toBe("30s");
    }
    await open.close();
  });

  test.skipIf(!hasPgbouncer())("behind a pooler, although the role has the rest", async () => {
    const rest = { jit: "off", lock_timeout: "1s", statement_timeout: "10s" };
    await setForDatabase(database.url, rest);
    const pooler = await startPgbouncer(database.url);
    const open = await connect({ url: pooler.url }, { connections: 1 });
    expect(open.route).toMatchObject({ boundBy: "transaction" });
    expect(await ask(open.db)).toMatchObject(right);
    expect(await inTransaction(open.db, ask)).toMatchObject(right);
    await open.close();
    await pooler.stop();
  });

  test("processes that start together still migrate once", async () => {
    const empty = await createEmptyTestDatabase();
    await setForDatabase(empty.url, { default_transaction_isolation: "serializable" });
    const opened = await Promise.all(
      [1, 2, 3].map(() => connect({ url: empty.url }, { connections: 1 })),
    );
    for (const open of opened) await open.close();
    await empty.close();
  });
});
