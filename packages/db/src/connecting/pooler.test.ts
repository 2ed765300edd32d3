import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connect, inTransaction, isDatabaseError, run, statement } from "../index.ts";
import {
  createEmptyTestDatabase,
  createTestDatabase,
  hasPgbouncer,
  openClient,
  patience,
  type RunningPooler,
  startPgbouncer,
  type TestDatabase,
} from "../testing/index.ts";
import { startNode } from "../testing/node-process.ts";

const settingsNow = sql`select current_setting('lock_timeout') as lock,
  current_setting('statement_timeout') as statement`;

describe.skipIf(!hasPgbouncer())(
  "behind PgBouncer in transaction mode",
  { timeout: 180_000 },
  () => {
    let database: TestDatabase;
    let pooler: RunningPooler;
    beforeAll(async () => {
      database = await createTestDatabase({ connections: 1 });
      await database.db.execute(sql`create table rows (n int primary key, by_whom text)`);
      // fewer than the connections of one process, so that clients must share server connections
      pooler = await startPgbouncer(database.url, { default_pool_size: 3 });
    });
    afterAll(async () => {
      await pooler?.stop();
      await database?.close();
    });
    beforeEach(() => database.db.execute(sql`truncate rows`));

    it("F5: is noticed by the plain address, and statements are not prepared", async () => {
      const through = await connect({ url: pooler.url });
      expect(through.route).toMatchObject({
        hasPooler: true,
        prepares: false,
        boundBy: "transaction",
      });
      await through.close();
      const direct = await connect({ url: database.url });
      expect(direct.route).toMatchObject({
        hasPooler: false,
        prepares: true,
        boundBy: "connection",
      });
      await direct.close();
    });

    it("F5: is noticed where the pooler ignores the session's settings rather than refuse them, and the role has the same", async () => {
      const names = "lock_timeout,statement_timeout,idle_in_transaction_session_timeout";
      const lenient = await startPgbouncer(database.url, { ignore_startup_parameters: names });
      await setForDatabase(database.url);
      const { route, close } = await connect({ url: lenient.url });
      expect(route).toMatchObject({ hasPooler: true, prepares: false, boundBy: "role" });
      await close();
      await resetForDatabase(database.url);
      await lenient.stop();
    });

    it("F5: a statement and a transaction end as soon as on the server itself", async () => {
      const { db, close } = await connect({ url: pooler.url });
      const expected = [{ lock: "1100ms", statement: "10s" }];
      expect(await db.execute(settingsNow)).toEqual(expected);
      const doc = statement("bounds", {}, sql`current_setting('lock_timeout')`);
      expect(await run(db, doc, {})).toBe("1100ms");
      expect(await inTransaction(db, (tx) => tx.execute(settingsNow))).toEqual(expected);
      expect(await db.$count(sql`rows`)).toBe(0);

      const outside = openClient(database.url);
      await outside`insert into rows values (1, 'outside')`;
      await outside.begin(async (tx) => {
        await tx`update rows set by_whom = 'still outside'`;
        const blocked = db.execute(sql`update rows set by_whom = 'inside'`);
        await expect(blocked).rejects.toMatchObject({ cause: { code: "55P03" } });
      });
      await outside.end();
      await db.execute(sql`update rows set by_whom = 'inside'`);
      expect(await db.execute(sql`select by_whom from rows`)).toEqual([{ by_whom: "inside" }]);
      await close();

      // other clients use the pooler's connections to the server too, so these settings must not stay on them
      const bare = openClient(pooler.url);
      expect(await bare.unsafe("show lock_timeout")).toEqual([{ lock_timeout: "0" }]);
      await bare.end();
    });

    it("F5: a command gets the time that it takes, whatever the role allows", async () => {
      await setForDatabase(database.url);
      const own = await startPgbouncer(database.url);
      const { db, route, close } = await connect({ url: own.url }, { isPatient: true });
      expect(route?.boundBy).toBe("transaction");
      const endless = { lock: "2147483647ms", statement: "2147483647ms" };
      expect(await db.execute(settingsNow)).toEqual([endless]);
      await close();
      await own.stop();
      await resetForDatabase(database.url);
    });

    it.each([
      ["with each transaction", false],
      ["by the role", true],
    ])(
      "F5: bounded %s, nothing hangs when statements with and without parameters are mixed",
      async (_, byRole) => {
        if (byRole) await setForDatabase(database.url);
        const own = await startPgbouncer(database.url, { default_pool_size: 3 });
        const { db, route, close } = await connect({ url: own.url }, patience);
        expect(route?.boundBy).toBe(byRole ? "role" : "transaction");
        const ROUNDS = 40;
        const insert = statement<number>(
          "insert_row",
          { made: sql`insert into rows values (${sql.placeholder("n")}::int, 'run') returning n` },
          sql`(select n from made)`,
        );
        const answers = Array.from({ length: ROUNDS }, async (_, round) => {
          // `select 1 as one`, which /ready sends, together with every other kind of statement
          const asked = await Promise.all([
            ...Array.from({ length: 6 }, () => db.execute("select 1 as one")),
            run(db, insert, { n: round }),
            db.execute(sql`select ${round}::int as n`),
            inTransaction(db, async (tx) => {
              await tx.execute("select 1");
              return tx.execute(
                sql`insert into rows values (${ROUNDS + round}::int, 'transaction')`,
              );
            }),
          ]);
          return asked.slice(6, 8);
        });
        expect(await Promise.all(answers)).toEqual(
          Array.from({ length: ROUNDS }, (_, round) => [round, [{ n: round }]]),
        );
        expect(await db.$count(sql`rows`)).toBe(2 * ROUNDS);
        await close();
        await own.stop();
        if (byRole) await resetForDatabase(database.url);
      },
    );

    it("F5: a statement that fails leaves nothing, and tells its own error", async () => {
      const { db, close } = await connect({ url: pooler.url }, { connections: 1 });
      await db.execute(sql`insert into rows values (1, 'first')`);
      const failure = await run(
        db,
        statement(
          "twice",
          { again: sql`insert into rows values (1, 'again') returning n` },
          sql`1`,
        ),
        {},
      ).catch((error: unknown) => error);
      expect(isDatabaseError(failure) && failure.code).toBe("23505");
      const refused = statement("refuse", {}, sql`(select stampbook_refuse('no'))`);
      await expect(run(db, refused, {})).rejects.toThrow("guard refused: no");
      expect(await db.execute(sql`select by_whom from rows`)).toEqual([{ by_whom: "first" }]);
      await close();
    });

    it("F5: later starts wait for nobody, however many start at once on an empty database", {
      timeout: 180_000,
    }, async () => {
      const empty = await createEmptyTestDatabase();
      const own = await startPgbouncer(empty.url, { default_pool_size: 2 });
      // the pooler's first connection to a server can take seconds on a busy machine
      const start = `
      import { connect } from "./connecting/connect.ts";
      const { close } = await connect({ url: process.argv[1] }, { connectTimeoutMs: 60_000 });
      await close();`;
      const starts = Array.from({ length: 3 }, () => startNode(start, own.url));
      for (const each of starts) expect(await each.end()).toEqual({ code: 0, stderr: "" });
      // A session lock would stay on the pooler's connection to the server. Locks of other databases are not
      // counted.
      const outside = openClient(empty.url);
      const locks = await outside`select 1 from pg_locks l join pg_database d on d.oid = l.database
        where l.locktype = 'advisory' and d.datname = current_database()`;
      expect(locks).toEqual([]);
      await outside.end();
      await own.stop();
      await empty.close();
    });

    it("F5: a start that cannot work fails with the pooler's words", async () => {
      const forStatements = await startPgbouncer(database.url, { pool_mode: "statement" });
      await expect(connect({ url: forStatements.url })).rejects.toThrow("statement pooling mode");
      await forStatements.stop();
      const wrong = pooler.url.replace(/:[^:@]+@/, ":wrong@");
      await expect(connect({ url: wrong })).rejects.toThrow(/authentication|password/i);
      // the pooler refuses custom start-up settings
      await expect(connect({ url: `${pooler.url}?work_mem=8MB` })).rejects.toThrow("work_mem");
    });
  },
);

const bounds = {
  jit: "off",
  lock_timeout: "1s",
  statement_timeout: "10s",
};

/** Sets these on the database, as `doctor` recommends. */
async function setForDatabase(url: string) {
  const outside = openClient(url);
  const name = new URL(url).pathname.slice(1);
  for (const [setting, value] of Object.entries(bounds))
    await outside.unsafe(`alter database ${name} set ${setting} = '${value}'`);
  await outside.end();
}

async function resetForDatabase(url: string) {
  const outside = openClient(url);
  await outside.unsafe(`alter database ${new URL(url).pathname.slice(1)} reset all`);
  await outside.end();
}
