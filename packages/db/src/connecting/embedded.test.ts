import { chmodSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connect, DatabaseInUse, inTransaction } from "../index.ts";
import { createEmbeddedTestDirectory } from "../testing/index.ts";
import { startNode } from "../testing/node-process.ts";

/** Opens the directory, inserts one row after another, and prints the number of each committed row. */
const writeForever = `
  import { sql } from "drizzle-orm";
  import { connect } from "./connecting/connect.ts";
  const { db } = await connect({ directory: process.argv[1] });
  await db.execute(sql\`create table written (n int)\`);
  for (let n = 0; ; n++) {
    await db.execute(sql\`insert into written values (\${n})\`);
    console.log(n);
  }`;

let directory: string;
beforeEach(async () => {
  directory = await createEmbeddedTestDirectory();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test("a second process is refused, by the owner's pid; when the owner was killed it takes over, and finds every acknowledged row", async () => {
  const owner = startNode(writeForever, directory);
  await owner.line();
  const refused = connect({ directory });
  await expect(refused).rejects.toThrow(DatabaseInUse);
  await expect(refused).rejects.toMatchObject({
    pid: owner.pid,
    message: expect.stringContaining(`process ${owner.pid}`),
  });

  let acknowledged = 0;
  while (acknowledged < 100) acknowledged = Number(await owner.line());
  await owner.kill9();
  for (let line = await owner.line(); line !== undefined; line = await owner.line())
    acknowledged = Number(line);

  const { db, close } = await connect({ directory });
  const found = await db.$count(sql`written`);
  expect(found).toBeGreaterThanOrEqual(acknowledged + 1);
  await close();
});

test("one process opens a directory once", async () => {
  const first = await connect({ directory });
  await expect(connect({ directory })).rejects.toMatchObject({ pid: process.pid });
  await first.close();
  const again = await connect({ directory });
  await again.close();
});

test.each([
  ["our own, as in a container", process.pid],
  ["now another process's, as after a reboot", process.ppid],
])("F7: a lock left behind with a pid that is %s, is stale", async (_, pid) => {
  writeFileSync(join(directory, "owner.lock"), String(pid));
  const open = await connect({ directory });
  await expect(connect({ directory })).rejects.toMatchObject({ pid: process.pid });
  await open.close();
});

test("F3: as many wait for the embedded database as may, and no more", async () => {
  const { db, load, close } = await connect({ directory }, { queueLimit: 3 });
  const ask = async (n: number) => db.execute(sql`select ${n}::int as n`);
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(ask));
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array(4).fill("fulfilled"),
    ...Array(2).fill("rejected"),
  ]);
  expect(outcomes[5]).toMatchObject({ reason: { cause: { code: "DATABASE_BUSY" } } });
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select 1`);
    expect(load()).toMatchObject({ running: 1, waiting: 0 });
  });
  expect(load()).toMatchObject({ running: 0, waiting: 0 });
  await close();
});

test("L4: only the owner can enter the directory, also one that was open to others", async () => {
  chmodSync(directory, 0o755);
  for (const each of [directory, join(directory, "fresh")]) {
    const { close } = await connect({ directory: each });
    await close();
    expect(statSync(each).mode & 0o777).toBe(0o700);
  }
});
