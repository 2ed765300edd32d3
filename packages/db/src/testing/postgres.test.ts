import { existsSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect } from "../index.ts";
import { createTestDatabase, openClient, startPostgres } from "./index.ts";
import { startNode } from "./node-process.ts";

test("two clones do not see each other's rows, and closing one leaves the other", async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await one.db.execute(sql`create table mine (n int)`);
  await expect(two.db.execute(sql`select * from mine`)).rejects.toThrow();
  await one.close();
  await two.db.execute(sql`select 1`);
  await two.close();
});

test("a durable server that is killed keeps what it acknowledged, at the same address", async () => {
  const server = await startPostgres({ durable: true });
  const client = openClient(server.url);
  expect(await client`select current_setting('fsync') as fsync`).toEqual([{ fsync: "on" }]);
  await client`create table kept (n int)`;
  await client`insert into kept select generate_series(1, 1000)`;
  const killed = server.pid;
  await server.kill9();
  await server.restart();
  expect(server.pid).not.toBe(killed);
  expect(await client`select count(*)::int as kept from kept`).toEqual([{ kept: 1000 }]);
  await client.end();

  const open = await connect({ url: server.url });
  await open.close();
  await server.stop();
  expect(existsSync(server.directory)).toBe(false);
});

test("a server goes with the process that started it, even when that is killed", async () => {
  const owner = startNode(`
    import { startPostgres } from "./testing/index.ts";
    const { directory, pid, url } = await startPostgres();
    console.log(JSON.stringify({ directory, pid, url }));
    setInterval(() => {}, 1_000);`);
  const { directory, url } = JSON.parse((await owner.line()) ?? "");
  const client = openClient(url);
  await client`select 1`;
  await owner.kill9();
  while (existsSync(directory)) await new Promise((resolve) => setTimeout(resolve, 20));
  await expect(client`select 1`).rejects.toThrow();
  await client.end();
});
