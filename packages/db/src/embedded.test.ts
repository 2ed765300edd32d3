import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connect, DatabaseInUse } from "./index.ts";
import { createEmbeddedTestDirectory } from "./testing/index.ts";
import { startNode } from "./testing/node-process.ts";

/** Opens the directory, then writes a row at a time, and tells each that was acknowledged. */
const writeForever = `
  import { sql } from "drizzle-orm";
  import { connect } from "./connect.ts";
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

test("a lock of a former process that had our own pid is stale, as in a container", async () => {
  writeFileSync(join(directory, "owner.lock"), String(process.pid));
  const open = await connect({ directory });
  await expect(connect({ directory })).rejects.toMatchObject({ pid: process.pid });
  await open.close();
});
