import { type SQL, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test as it, vi } from "vitest";
import { connect, inTransaction, type OpenDb, run, statement, withCaller } from "../index.ts";
import { createTestDatabase, openClient, type TestDatabase } from "../testing/index.ts";
import { startWireProxy, type WireProxy } from "../testing/wire-proxy.ts";

let database: TestDatabase;
let proxy: WireProxy;
let open: OpenDb;

beforeEach(async () => {
  database = await createTestDatabase({ connections: 1 });
  proxy = await startWireProxy(database.url);
});
afterEach(async () => {
  await open.close();
  await proxy.close();
  await database.close();
});

const through = (options = {}) => connect({ url: proxy.url }, { migrate: false, ...options });

const answer = statement<number>(
  "answer",
  { given: sql`select ${sql.placeholder("n")}::int as n` },
  sql`(select to_json(n) from given)`,
);
const ask = (n: number) => run(open.db, answer, { n });
/** Starts the statement at once; drizzle's own `execute` starts when it is awaited. */
const execute = async (text: SQL) => open.db.execute(text);

const codeOf = (error: unknown) => {
  for (let at = error; at instanceof Error; at = at.cause) if ("code" in at) return at.code;
  return error;
};

/** The error codes of failed calls, and `ok` if a call did not fail. */
async function refusals(calls: readonly Promise<unknown>[]): Promise<Set<unknown>> {
  const outcomes = await Promise.allSettled(calls);
  return new Set(outcomes.map((each) => (each.status === "rejected" ? codeOf(each.reason) : "ok")));
}

/** Repeats a statement until it is answered. */
const served = () => vi.waitFor(() => ask(7), { timeout: 30_000, interval: 20 });

describe("a server that accepts no new connections", () => {
  it("is asked over those that are open", async () => {
    open = await through({ connections: 4 });
    await Promise.all([ask(1), ask(2), ask(3)]);
    const address = new URL(database.url);
    const name = address.pathname.slice(1);
    address.pathname = "/postgres";
    const admin = openClient(address.href, 1);
    try {
      const [first] = (await open.db.execute(sql`select pg_backend_pid() as pid`)) as unknown as [
        { pid: number },
      ];
      await admin.unsafe(`alter database "${name}" with allow_connections false`);
      await admin`select pg_terminate_backend(${first.pid})`;
      await vi.waitFor(async () => {
        const left = await admin`select from pg_stat_activity where pid = ${first.pid}`;
        expect(left).toHaveLength(0);
      });
      await vi.waitFor(() => ask(0), { timeout: 30_000, interval: 20 });
      for (let n = 1; n <= 20; n++) expect(await ask(n)).toBe(n);
    } finally {
      await admin.unsafe(`alter database "${name}" with allow_connections true`);
      await admin.end();
    }
  });
});

describe("a server that no longer answers", () => {
  it("F2: everything that waits fails in time, and a new server is used at once", async () => {
    // the deadline of a statement is ten minutes away, so only the probe of the silent server can end these
    // statements
    open = await through({ connections: 3, statementTimeoutMs: 600_000 });
    await Promise.all([ask(1), ask(2), ask(3)]);
    proxy.swallow();
    const codes = await refusals(Array.from({ length: 20 }, (_, n) => ask(n)));
    expect([...codes].every((code) => SILENT.includes(String(code)))).toBe(true);
    expect(open.load()).toMatchObject({ running: 0, waiting: 0 });
    expect(open.load().failingForMs).toBeGreaterThan(0);
    proxy.restore();
    expect(await served()).toBe(7);
    expect(open.load().failingForMs).toBe(0);
  });

  it("F2: a transaction on it fails as well, also when it idles first", async () => {
    open = await through({ connections: 2, statementTimeoutMs: 600_000 });
    let isBegun: () => void = () => {};
    const begun = new Promise<void>((resolve) => {
      isBegun = resolve;
    });
    const failed = refusals([
      inTransaction(open.db, async (tx) => {
        await run(tx, answer, { n: 1 });
        isBegun();
        await vi.waitFor(() => expect(proxyIsSilent).toBe(true));
        await run(tx, answer, { n: 2 });
      }),
    ]);
    let proxyIsSilent = false;
    await begun;
    proxy.swallow();
    proxyIsSilent = true;
    expect(await failed).toEqual(new Set(["DATABASE_SILENT"]));
    proxy.restore();
    expect(await served()).toBe(7);
  });

  it("F2: one connection alone that is frozen is given up at its deadline", async () => {
    open = await through({ connections: 2, statementTimeoutMs: 2_000 });
    await Promise.all([ask(1), ask(2)]);
    // without the server's own limit, only our deadline ends the statement
    const stuck = execute(sql`set statement_timeout = 0; select pg_sleep(60)`);
    const failed = refusals([stuck]);
    expect(await ask(3)).toBe(3);
    expect(await failed).toEqual(new Set(["DATABASE_SILENT"]));
    expect(await Promise.all([ask(4), ask(5)])).toEqual([4, 5]);
  });

  it("F2: statements that wait for a lock are not taken for a server that is away", async () => {
    open = await through({ connections: 2, lockTimeoutMs: 60_000, statementTimeoutMs: 60_000 });
    const outside = openClient(database.url);
    await outside`create table held (n int)`;
    let letGo: () => void = () => {};
    let holder: Promise<unknown> = Promise.resolve();
    await new Promise<void>((isHeld) => {
      holder = outside.begin(async (tx) => {
        await tx`lock table held`;
        isHeld();
        await new Promise<void>((go) => {
          letGo = go;
        });
      });
    });
    const waiting = [1, 2].map(() => execute(sql`insert into held values (1)`));
    const watcher = openClient(database.url);
    const areWaiting = async () =>
      expect(
        await watcher`select 1 from pg_locks where not granted and relation = 'held'::regclass`,
      ).toHaveLength(2);
    await vi.waitFor(areWaiting, { timeout: 30_000 });
    const before = proxy.accepted();
    // the silence is noticed, and the server is probed over a separate connection
    await vi.waitFor(() => expect(proxy.accepted()).toBeGreaterThan(before), { timeout: 30_000 });
    await watcher.end();
    letGo();
    await Promise.all([holder, ...waiting]);
    expect(await open.db.$count(sql`held`)).toBe(2);
    await outside.end();
  });
});

const SILENT = ["DATABASE_SILENT", "DATABASE_BUSY", "CONNECT_TIMEOUT"];

it("every connection reads and writes dates and JSON as the first one does", async () => {
  open = await through({ connections: 3 });
  const day = "2026-11-22 08:00:00+00";
  const rows = await Promise.all(
    // different statements: one alone does not get all connections
    Array.from({ length: 6 }, (_, n) =>
      open.db.execute(sql`select pg_backend_pid() as backend, ${sql.raw(`${n}`)} as n,
        ${day}::timestamptz as moment,
        ${'{"n":1}'}::jsonb as document, '{"n":2}'::json as other from pg_sleep(0.1)`),
    ),
  );
  const found = rows.flatMap((each) => each as unknown as Record<string, unknown>[]);
  expect(new Set(found.map(({ backend }) => backend)).size).toBe(3);
  const [{ backend: _, n: __, ...first } = {}] = found;
  expect(first.moment).toBeTypeOf("string");
  for (const { backend, n, ...others } of found) expect(others).toEqual(first);
});

describe("more than the connections can take", () => {
  it("F3: a second statement at most waits on each connection, and the others here", async () => {
    open = await through({ connections: 2, queueLimit: 3 });
    const outside = openClient(database.url);
    const sleeping = () => outside`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`;
    const sleep = () => execute(sql`select pg_sleep(${0.5}::float8)`);
    const calls = [1, 2, 3, 4, 5, 6, 7].map(sleep);
    await vi.waitFor(() => expect(open.load()).toMatchObject({ running: 4, waiting: 3 }));
    expect(open.waitedMs(null)).toBeGreaterThan(0);
    expect(await refusals([sleep()])).toEqual(new Set(["DATABASE_BUSY"]));
    await vi.waitFor(async () => expect(await sleeping()).toEqual([{ n: 2 }]), { timeout: 10_000 });
    await Promise.all(calls);
    expect(open.load()).toMatchObject({ running: 0, waiting: 0, failingForMs: 0 });
    await outside.end();
  });

  it("F3: a transaction holds one place until its end", async () => {
    open = await through({ connections: 1, queueWaitMs: 200 });
    await inTransaction(open.db, async (tx) => {
      expect(await run(tx, answer, { n: 1 })).toBe(1);
      expect(open.load()).toMatchObject({ running: 1, waiting: 0 });
      expect(await refusals([ask(2)])).toEqual(new Set(["DATABASE_BUSY"]));
      expect(await run(tx, answer, { n: 3 })).toBe(3);
    });
    expect(await ask(4)).toBe(4);
  });

  it("F3: what a caller who has gone had waiting is never executed", async () => {
    open = await through({ connections: 1 });
    await open.db.execute(sql`create table written (n int)`);
    const write = (n: number) => execute(sql`insert into written values (${n})`);
    const caller = new AbortController();
    const sent = [0, 0].map((n) =>
      withCaller({ signal: caller.signal }, () =>
        execute(sql`insert into written select ${n}::int from pg_sleep(${0.2}::float8)`),
      ),
    );
    const abandoned = Array.from({ length: 50 }, (_, n) =>
      withCaller({ signal: caller.signal }, () => write(n + 1)),
    );
    const settled = refusals(abandoned);
    await vi.waitFor(() => expect(open.load().waiting).toBe(50));
    caller.abort();
    // sent statements are not canceled
    await Promise.all(sent);
    expect(await settled).toEqual(new Set(["CALLER_GONE"]));
    await write(99);
    const rows = await open.db.execute(sql`select n from written order by n`);
    expect(rows).toMatchObject([{ n: 0 }, { n: 0 }, { n: 99 }]);
  });

  it("F3: commands wait without bound", async () => {
    open = await through({ connections: 1, queueLimit: 1, queueWaitMs: 1, isPatient: true });
    const calls = Array.from({ length: 20 }, (_, n) => ask(n));
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });
});
