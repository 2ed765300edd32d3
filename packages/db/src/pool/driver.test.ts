import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test as it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/index.ts";
import { type Cut, startWireProxy, type WireProxy } from "../testing/wire-proxy.ts";

// Tests the fixes in patches/postgres@3.4.9.patch, on the driver alone.

let database: TestDatabase;
let proxy: WireProxy;
const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);

beforeAll(async () => {
  database = await createTestDatabase({ connections: 1 });
  process.on("unhandledRejection", note).on("uncaughtException", note);
});
beforeEach(async () => {
  proxy = await startWireProxy(database.url);
});
afterEach(async () => {
  await proxy.close();
  expect(unhandled.splice(0)).toEqual([]);
});
afterAll(async () => {
  process.off("unhandledRejection", note).off("uncaughtException", note);
  await database.close();
});

type Options = postgres.Options<Record<string, never>>;

/** A client that reconnects after 1 ms. The product's clients wait 20 ms. */
const open = (url = proxy.url, options: Options = {}) =>
  postgres(url, {
    max: 4,
    connect_timeout: 5,
    backoff: () => 0.001,
    onnotice: () => {},
    ...options,
  });

/** A statement whose connection is lost may fail with these codes only. */
const LOST = /^(CONNECTION_(CLOSED|DESTROYED)|CONNECT_TIMEOUT|ECONNRESET|EPIPE|57P0[1-3])$/;

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? error);

/**
 * Divides `n`, which no other call of the same round uses. So the test notices the answer or error of another
 * statement.
 */
async function divide(sql: postgres.Sql | postgres.TransactionSql, n: number): Promise<string> {
  const by = n % 5 ? 1 : 0;
  try {
    const rows = await sql`select ${n}::int / ${by}::int as n, ${`name ${n}`}::text as name`;
    if (rows.length !== 1 || !by) return `wrong: ${JSON.stringify(rows)} for ${n}`;
    const [row] = rows;
    return row?.n === n && row.name === `name ${n}` ? "answered" : `wrong: ${JSON.stringify(row)}`;
  } catch (error) {
    const code = codeOf(error);
    if (LOST.test(code)) return "lost";
    return code === "22012" && !by ? "answered" : `wrong: ${code} for ${n}`;
  }
}

/**
 * Runs 25 calls at once in each round, every seventh in a transaction. Returns the outcome of each call:
 * `answered`, `lost`, or a text that begins with `wrong`.
 */
async function storm(sql: postgres.Sql, rounds: number) {
  const outcomes: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const calls = Array.from({ length: 25 }, (_, at) => round * 25 + at).map((n) =>
      n % 7 ? divide(sql, n) : inTransaction(sql, n),
    );
    outcomes.push(...(await Promise.all(calls)));
  }
  return outcomes;
}

async function inTransaction(sql: postgres.Sql, n: number): Promise<string> {
  let first = "not begun";
  try {
    await sql.begin(async (tx) => {
      first = await divide(tx, n);
      await tx`select 1`;
    });
    return first;
  } catch (error) {
    const code = codeOf(error);
    return LOST.test(code) || (n % 5 === 0 && code === "22012")
      ? "lost"
      : `wrong: ${code} for ${n}`;
  }
}

/** Cuts at every nth message that `isThere` matches. */
function every(times: number, isThere: (...message: Parameters<Cut>) => ReturnType<Cut>): Cut {
  let seen = 0;
  return (message) => {
    const cut = isThere(message);
    return cut && ++seen % times === 0 ? cut : null;
  };
}

const IN_TRANSACTION = "T".charCodeAt(0);

describe("connections that are cut", () => {
  it.each<[string, Options, Cut]>([
    [
      "F1: while array types are read",
      {},
      every(2, ({ readies, type }) => (readies === 1 && type === "T" ? "reset" : null)),
    ],
    [
      "F1: after the types' rows",
      {},
      every(2, ({ readies, type }) => (readies === 1 && type === "C" ? "reset" : null)),
    ],
    [
      "F1: before anything is answered",
      {},
      every(2, ({ type }) => (type === "R" ? "before" : null)),
    ],
    [
      "F1: before the server is ready",
      {},
      every(2, ({ type, readies }) => (type === "Z" && !readies ? "before" : null)),
    ],
    ["F4: after ErrorResponse", {}, every(2, ({ type }) => (type === "E" ? "after" : null))],
    [
      "F1: after RowDescription",
      {},
      every(3, ({ type, readies }) => (type === "T" && readies > 1 ? "after" : null)),
    ],
    [
      "F1: after a row",
      {},
      every(5, ({ type, readies }) => (type === "D" && readies > 1 ? "after" : null)),
    ],
    [
      "F1: after a row, without array types",
      { fetch_types: false },
      every(5, ({ type }) => (type === "D" ? "after" : null)),
    ],
    [
      "F1: before the end of a statement",
      { fetch_types: false },
      every(5, ({ type }) => (type === "C" ? "before" : null)),
    ],
    [
      "F1: in a transaction",
      {},
      every(3, ({ type, body }) => (type === "Z" && body[0] === IN_TRANSACTION ? "after" : null)),
    ],
  ])("%s", async (_, options, cut) => {
    const sql = open(proxy.url, options);
    proxy.cutWhere(cut);
    const outcomes = await storm(sql, 6);
    expect(outcomes.filter((outcome) => outcome.startsWith("wrong"))).toEqual([]);
    expect(proxy.cuts()).toBeGreaterThan(2);
    proxy.restore();
    await Promise.all(Array.from({ length: 8 }, (_, n) => divide(sql, n)));
    // every connection of the pool works again
    const after = await Promise.all(Array.from({ length: 40 }, (_, n) => divide(sql, n)));
    expect(new Set(after)).toEqual(new Set(["answered"]));
    await sql.end({ timeout: 5 });
  });

  it("F1: is told 57P03 while it reconnects, and serves afterwards", async () => {
    const sql = open();
    await storm(sql, 1);
    proxy.refuseWith("57P03");
    proxy.cutWhere(() => "after");
    const outcomes = await storm(sql, 4);
    expect(outcomes.filter((outcome) => outcome.startsWith("wrong"))).toEqual([]);
    expect(outcomes.slice(-25)).toEqual(Array(25).fill("lost"));
    proxy.restore();
    expect(await divide(sql, 1)).toBe("answered");
    await sql.end({ timeout: 5 });
  });

  it("F4: the error of a statement whose connection was cut reaches nobody else", async () => {
    const sql = open(proxy.url, { max: 1 });
    await sql`select 1`;
    proxy.cutWhere(({ type }) => (type === "E" ? "after" : null));
    await expect(sql`select 1 / 0`).rejects.toThrow();
    proxy.restore();
    for (let n = 1; n < 4; n++) expect(await divide(sql, n)).toBe("answered");
    await sql.end({ timeout: 5 });
  });

  it("F1: rows that came before an error are not counted for the next statement", async () => {
    const sql = open(database.url, { max: 1, fetch_types: false });
    const failing = sql`select repeat('x', 10000), 1 / (3 - n) from generate_series(1, 5) n`;
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    expect([...(await sql`select 1 as n`)]).toEqual([{ n: 1 }]);
    await sql.end({ timeout: 5 });
  });
});

describe("connecting", () => {
  it("F2: a server that accepts and says nothing is given up in time", async () => {
    proxy.swallow();
    const sql = open(proxy.url, { max: 1, connect_timeout: 0.2 });
    await expect(sql`select 1`).rejects.toMatchObject({ code: "CONNECT_TIMEOUT" });
    proxy.restore();
    expect(await divide(sql, 1)).toBe("answered");
    await sql.end({ timeout: 5 });
  });

  it("F1: a server that closes at once is told, and not asked without end", async () => {
    proxy.cutWhere(() => "before");
    const sql = open(proxy.url, { max: 1 });
    await expect(sql`select 1`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(proxy.accepted()).toBe(1);
    await sql.end({ timeout: 5 });
  });

  it("F2: every host of the address is tried once, and then the statement fails", async () => {
    const other = await startWireProxy(database.url);
    const { username, password, pathname } = new URL(database.url);
    const address = `postgres://${username}:${password}@127.0.0.1:${proxy.port},127.0.0.1:${other.port}${pathname}`;
    const sql = open(address, { max: 1 });
    proxy.refuseWith("57P03");
    expect(await divide(sql, 1)).toBe("answered");
    other.refuseWith("57P03");
    other.cutWhere(() => "before");
    expect(await divide(sql, 1)).toBe("lost");
    expect(await divide(sql, 1)).toBe("lost");
    proxy.restore();
    expect(await divide(sql, 1)).toBe("answered");
    await sql.end({ timeout: 5 });
    await other.close();
  });

  it("F1: ending while a server does not answer leaves nothing open", async () => {
    proxy.swallow();
    const sql = open(proxy.url, { max: 2, connect_timeout: 60 });
    const waiting = Promise.allSettled([sql`select 1`, sql`select 2`]);
    await sql.end({ timeout: 0.1 });
    expect(await waiting).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
  });
});

describe("a statement that cannot be sent as it is", () => {
  it("F4: fails alone when another is on its way on the same connection", async () => {
    const sql = open(database.url, { max: 1, fetch_types: false });
    const slow = () => sql`select ${1}::int as n, pg_sleep(0.05)::text`;
    // prepares the statement, because the driver sends nothing behind a statement that is not yet prepared
    await slow();
    const missing = undefined as unknown as number;
    const outcomes = await Promise.allSettled([
      slow(),
      sql`select ${missing}::int as n`,
      sql`select ${3}::int as n`,
    ]);
    expect(outcomes).toMatchObject([
      { status: "fulfilled", value: [{ n: 1 }] },
      { status: "rejected", reason: { code: "UNDEFINED_VALUE" } },
      { status: "fulfilled", value: [{ n: 3 }] },
    ]);
    await expect(sql`select ${missing}::int as n`).rejects.toMatchObject({
      code: "UNDEFINED_VALUE",
    });
    expect([...(await sql`select 4 as n`)]).toEqual([{ n: 4 }]);
    await sql.end({ timeout: 5 });
  });

  it("F4: has the same values when it is prepared again", async () => {
    const sql = open(database.url, { max: 1 });
    const ask = () => sql`select ${true}::boolean as yes, ${new Date(0)}::timestamptz as at`;
    const [first] = await ask();
    await sql.unsafe("deallocate all");
    expect(await ask()).toEqual([first]);
    await sql.end({ timeout: 5 });
  });
});

it("a transaction begins although nothing may be pipelined", async () => {
  const sql = open(database.url, { max: 1, ...{ max_pipeline: 0 } });
  const rows = await sql.begin((tx) => Promise.all([tx`select 1 as n`, tx`select 2 as n`]));
  expect(rows.map(([row]) => row?.n)).toEqual([1, 2]);
  await sql.end({ timeout: 5 });
});

it("a connection to a host that no longer answers is closed in the end", async () => {
  const sql = open(proxy.url, { max: 1 });
  await sql`select 1`;
  proxy.swallow();
  await sql.end();
});
