import { createServer, type Server } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Db, lookAtReplication, NoServer, takesWrites } from "../index.ts";
import {
  freePort,
  openClient,
  type RunningPostgres,
  type RunningStandby,
  startPostgres,
  startStandby,
} from "../testing/index.ts";

const placeOf = (url: string) => new URL(url).host;

/** Returns one address with the hosts of all these addresses, in libpq's form. */
function together(urls: readonly string[], end = "?target_session_attrs=read-write"): string {
  const [first = ""] = urls;
  return first.replace(placeOf(first), urls.map(placeOf).join(",")) + end;
}

const portOf = async (db: Db) => {
  const [row] = await db
    .select({ port: sql<string>`current_setting('port')` })
    .from(sql`(select 1) as one`);
  return row?.port;
};

describe("F6: several hosts", { timeout: 180_000 }, () => {
  let primary: RunningPostgres;
  let standby: RunningStandby;
  /** Accepts connections but never answers, like a server that hangs. */
  let silent: Server;
  let silentUrl: string;
  beforeAll(async () => {
    // the primary's Unix socket is in its data directory
    primary = await startPostgres({ settings: { unix_socket_directories: "." } });
    const { close } = await connect({ url: primary.url });
    await close();
    standby = await startStandby(primary);
    silent = createServer((socket) => socket.on("error", () => {}));
    const port = await freePort();
    await new Promise<void>((resolve) => silent.listen(port, "127.0.0.1", resolve));
    silentUrl = primary.url.replace(placeOf(primary.url), `127.0.0.1:${port}`);
  }, 180_000);
  afterAll(async () => {
    silent?.close();
    await Promise.all([primary?.stop(), standby?.stop()]);
  });

  it("F6: starts on the primary, in whatever order they are listed", async () => {
    for (const urls of [
      [standby.url, primary.url],
      [primary.url, standby.url],
    ])
      for (const end of ["", "?target_session_attrs=read-write", "?target_session_attrs=primary"]) {
        const { db, route, close } = await connect({ url: together(urls, end) });
        expect(await portOf(db)).toBe(new URL(primary.url).port);
        expect(route).toMatchObject({ host: placeOf(primary.url), boundBy: "connection" });
        await db.execute(sql`create temporary table written (n int)`);
        await close();
      }
  });

  it("O11: a primary says how far its standbys are behind, and which slots nobody uses", async () => {
    const primaryOpen = await connect({ url: primary.url }, { connections: 1, migrate: false });
    const standbyOpen = await connect(
      { url: `${standby.url}?target_session_attrs=standby` },
      { connections: 1, migrate: false },
    );
    const { db } = primaryOpen;
    expect(await lookAtReplication(db)).toMatchObject({
      standbys: [{ name: "walreceiver", state: "streaming" }],
      unusedSlots: [],
    });
    await db.execute(sql`select pg_create_physical_replication_slot('left_behind', true)`);
    expect(await lookAtReplication(db)).toMatchObject({
      unusedSlots: [{ name: "left_behind", bytes: expect.any(Number) }],
    });
    await db.execute(sql`select pg_drop_replication_slot('left_behind')`);
    expect(await lookAtReplication(standbyOpen.db)).toBeNull();
    await Promise.all([primaryOpen.close(), standbyOpen.close()]);
  });

  it("F6: reads from the standby where it is asked to", async () => {
    const url = together([primary.url, standby.url], "?target_session_attrs=standby");
    const { db, close } = await connect({ url }, { migrate: false });
    expect(await portOf(db)).toBe(new URL(standby.url).port);
    expect(await takesWrites(db)).toBe(false);
    await close();
  });

  it("F6: `any` takes the first in the list that answers, whatever it is", async () => {
    const nobody = standby.url.replace(placeOf(standby.url), `127.0.0.1:${await freePort()}`);
    for (const [urls, expected] of [
      [[nobody, standby.url, primary.url], standby],
      [[silentUrl, primary.url, standby.url], primary],
    ] as const) {
      const url = together(urls, "?target_session_attrs=any");
      const { db, route, close } = await connect({ url }, { migrate: false });
      const ports = await Promise.all(Array.from({ length: 20 }, () => portOf(db)));
      expect(new Set(ports)).toEqual(new Set([new URL(expected.url).port]));
      expect(route?.host).toBe(placeOf(expected.url));
      await close();
    }
  });

  it("F6: a host that says nothing holds nobody up", async () => {
    const url = together([silentUrl, standby.url, primary.url]);
    const { db, close } = await connect({ url });
    expect(await portOf(db)).toBe(new URL(primary.url).port);
    await close();
  });

  it("F6: where none takes writes, says what each is, and not the password", async () => {
    const nobody = standby.url.replace(placeOf(standby.url), `127.0.0.1:${await freePort()}`);
    const failed = connect({ url: together([standby.url, nobody]) });
    await expect(failed).rejects.toThrow(NoServer);
    await expect(failed).rejects.toThrow(`${placeOf(standby.url)} is a standby`);
    await expect(failed).rejects.toThrow("ECONNREFUSED");
    await expect(failed).rejects.not.toThrow(new URL(standby.url).password);

    const alone = connect({ url: `${standby.url}?target_session_attrs=read-write` });
    await expect(alone).rejects.toThrow("takes writes");
  });

  it("F6: a primary that takes no writes is passed over", async () => {
    const admin = openClient(primary.url);
    try {
      const [name] = [new URL(primary.url).pathname.slice(1)];
      await admin.unsafe(`alter database ${name} set default_transaction_read_only = on`);
      const failed = connect({ url: together([primary.url, standby.url]) });
      await expect(failed).rejects.toThrow(`${placeOf(primary.url)} is read-only`);
      await admin`set default_transaction_read_only = off`;
      await admin.unsafe(`alter database ${name} reset default_transaction_read_only`);
    } finally {
      await admin.end();
    }
  });

  it.skipIf(process.platform === "win32")("F6: a Unix socket is a host too", async () => {
    const { port, username, password, pathname } = new URL(primary.url);
    const socket = `postgres://${username}:${password}@${pathname}?host=${primary.directory}/data&port=${port}`;
    for (const url of [socket, `${socket}&target_session_attrs=read-write`]) {
      const { db, close } = await connect({ url });
      expect(await db.execute(sql`select inet_server_addr() as address`)).toEqual([
        { address: null },
      ]);
      await close();
    }
  });

  // this test is last, because it ends the primary
  it("F6: after a promotion statements go to the new primary", async () => {
    const { db, close } = await connect({ url: together([primary.url, silentUrl, standby.url]) });
    await db.execute(sql`create table kept (n int)`);
    const reader = openClient(standby.url);
    while (!(await reader`select to_regclass('kept') is not null as there`)[0]?.there);
    await reader.end();

    await primary.kill9();
    await expect(db.execute(sql`insert into kept values (1)`)).rejects.toThrow();
    await standby.promote();
    const deadline = performance.now() + 120_000;
    for (;;)
      try {
        await db.execute(sql`insert into kept values (2)`);
        break;
      } catch (error) {
        if (performance.now() > deadline) throw error;
      }
    expect(await portOf(db)).toBe(new URL(standby.url).port);
    const all = await Promise.all(Array.from({ length: 40 }, () => portOf(db)));
    expect(new Set(all)).toEqual(new Set([new URL(standby.url).port]));
    await close();
  });
});
