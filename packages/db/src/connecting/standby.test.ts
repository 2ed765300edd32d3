import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { connect, heavy, type OpenDb, problemOfStandby, run, statement } from "../index.ts";
import {
  openClient,
  type RunningPostgres,
  type RunningStandby,
  startPostgres,
  startStandby,
} from "../testing/index.ts";

type Found = { readonly port: string; readonly rows: number };

const counted = statement<Found>(
  "count_notes",
  {},
  sql`(select json_build_object('port', current_setting('port'), 'rows', count(*)) from notes)`,
);
const listed = heavy({ ...counted, name: "list_notes" });
const portOf = (url: string) => new URL(url).port;

describe("heavy reads on a standby", { timeout: 180_000 }, () => {
  let primary: RunningPostgres;
  let standby: RunningStandby;
  let admin: ReturnType<typeof openClient>;
  let open: OpenDb;
  let rows = 0;
  const noted: string[] = [];
  const note = () => admin`insert into notes values (1)`.then(() => ++rows);
  const read = () => run(open.db, listed, {});
  const here = () => ({ port: portOf(primary.url), rows });
  const there = () => ({ port: portOf(standby.url), rows });
  const openWith = async (url: string) => {
    await open?.close();
    noted.length = 0;
    open = await connect(
      { url: primary.url },
      {
        standby: url,
        connections: 2,
        migrate: false,
        onStandbyRead: (found) => noted.push("reason" in found ? found.reason : found.outcome),
      },
    );
  };

  beforeAll(async () => {
    primary = await startPostgres();
    admin = openClient(primary.url);
    await admin`create table notes (n int)`;
    standby = await startStandby(primary);
  }, 180_000);
  afterEach(() => open?.close());
  afterAll(async () => {
    await admin?.end();
    await Promise.all([primary?.stop(), standby?.stop()]);
  });

  it("see everything that was committed before, and other reads stay on the primary", async () => {
    await openWith(standby.url);
    for (let round = 0; round < 30; round++) {
      await note();
      const found = await read();
      expect(found.rows).toBe(rows);
    }
    await vi.waitFor(async () => expect(await read()).toEqual(there()), 10_000);
    expect(await run(open.db, counted, {})).toEqual(here());
  });

  it("run on the primary while the standby has not applied the last changes", async () => {
    await openWith(standby.url);
    await vi.waitFor(async () => expect(await read()).toEqual(there()), 10_000);
    const behind = openClient(standby.url);
    await behind`select pg_wal_replay_pause()`;
    await note();
    expect(await read()).toEqual(here());
    expect(noted.at(-1)).toBe("It has not yet applied the last changes.");
    // the control: the standby itself shows the state before
    expect(await behind`select count(*)::int as rows from notes`).toEqual([{ rows: rows - 1 }]);
    await behind`select pg_wal_replay_resume()`;
    await behind.end();
    await vi.waitFor(async () => expect(await read()).toEqual(there()), 10_000);
  });

  it("run on the primary while the standby is down, and on the standby again afterwards", async () => {
    await openWith(standby.url);
    await vi.waitFor(async () => expect(await read()).toEqual(there()), 10_000);
    await standby.kill9();
    await note();
    expect(await read()).toEqual(here());
    await standby.restart();
    await vi.waitFor(async () => expect(await read()).toEqual(there()), 30_000);
  });

  it("never run on another server, nor on a standby that was promoted", async () => {
    const other = await startPostgres();
    const elsewhere = openClient(other.url);
    await elsewhere`create table notes (n int)`;
    await openWith(other.url);
    expect(await read()).toEqual(here());
    const wrong = "It is no streaming standby of the server in DATABASE_URL.";
    expect(noted).toEqual([wrong]);
    const direct = await connect({ url: other.url }, { connections: 1, migrate: false });
    expect(await problemOfStandby(open.db, direct.db)).toBe(wrong);
    await Promise.all([direct.close(), elsewhere.end()]);
    await other.stop();

    await standby.promote();
    await openWith(standby.url);
    expect(await read()).toEqual(here());
    expect(noted).toEqual([wrong]);
  });
});
