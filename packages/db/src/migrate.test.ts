import { expect, it } from "vitest";
import { MigrationsWait, migrateServer } from "./migrate.ts";
import { createEmptyTestDatabase, openClient } from "./testing/index.ts";

it("F5: a migration that waits in vain says for whom, and fails with words when its time is over", async () => {
  const empty = await createEmptyTestDatabase();
  const outside = openClient(empty.url);
  const client = openClient(empty.url);
  try {
    await outside.begin(async (tx) => {
      await tx`create schema drizzle`;
      const said: string[] = [];
      const waiting = migrateServer(client, (says) => said.push(says), 100);
      await expect(waiting).rejects.toThrow(MigrationsWait);
      await expect(waiting).rejects.toThrow(
        /^Migrations waited \d+ s for locks that open transactions hold: postgres\.js \(process \d+, idle in transaction, for \d+ s\)\. End what holds them up/,
      );
      expect(said).toEqual([]);
    });
    // locks that were not acquired are released
    await migrateServer(client, expect.unreachable, 100);
  } finally {
    await Promise.all([outside.end(), client.end()]);
    await empty.close();
  }
});
