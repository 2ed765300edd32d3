import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createEmptyTestDatabase, openClient } from "../testing/index.ts";
import { MigrationsWait, migrate } from "./migrate.ts";

const atOnce = (url: string) => ({
  onWait: expect.unreachable,
  connectAgain: () => openClient(url, 1),
  patienceMs: 100,
});

it("F5: a migration that waits in vain says for whom, and fails with words when its time is over", async () => {
  const empty = await createEmptyTestDatabase();
  const outside = openClient(empty.url);
  const client = openClient(empty.url);
  try {
    await outside.begin(async (tx) => {
      await tx`create schema drizzle`;
      const said: string[] = [];
      const onWait = (says: string) => said.push(says);
      const waiting = migrate(client, {
        onWait,
        connectAgain: expect.unreachable,
        patienceMs: 100,
      });
      await expect(waiting).rejects.toThrow(MigrationsWait);
      await expect(waiting).rejects.toThrow(
        /^Migrations waited \d+ s for locks that open transactions hold: postgres\.js \(process \d+, idle in transaction, for \d+ s\)\. End what holds them up/,
      );
      expect(said).toEqual([]);
    });
    // the first attempt has released its locks, so this one succeeds
    await migrate(client, atOnce(empty.url));
  } finally {
    await Promise.all([outside.end(), client.end()]);
    await empty.close();
  }
});

it("numbers the stamp entries that were written before, and gives no token more than it could do", async () => {
  const empty = await createEmptyTestDatabase();
  const client = openClient(empty.url, 1);
  const folder = new URL("../../migrations/", import.meta.url);
  const textOf = (name: string) => readFileSync(new URL(name, folder), "utf8");
  try {
    const [first] = JSON.parse(textOf("meta/_journal.json")).entries;
    await client.unsafe(textOf(`${first.tag}.sql`));
    await client.unsafe(`
      create schema drizzle;
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('', ${first.when});
      insert into merchants (id, name, country, timezone, currency) values (1, 'One', 'ID', 'Asia/Jakarta', 'IDR');
      insert into levels (merchant_id, level, name) values (1, 100, 'Blue');
      insert into customers (merchant_id, id, name) values (1, 1, 'Ada'), (1, 2, 'Ben');
      insert into memberships (merchant_id, customer_id, level, stamps) values (1, 1, 100, 5), (1, 2, 100, 0);
      insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, created_at) values
        (1, 1, 'cancellation', 7, 2, '2026-03-01T20:00:00Z'),
        (1, 1, 'redemption', 7, -2, '2026-03-01T20:00:00Z'),
        (1, 1, 'adjustment', 3, 1, '2026-02-01T10:00:00Z'),
        (1, 1, 'opening', 0, 4, '2026-03-01T10:00:00Z');
      insert into api_tokens (merchant_id, id, name, prefix, secret_hash, scopes) values
        (1, 1, 'Till 1', 'a', 'a', '{*}'), (1, 2, 'Till 2', 'b', 'b', '{pin}')`);
    await migrate(client, atOnce(empty.url));
    const entries =
      await client`select number, cause, day::text from stamp_entries order by number`;
    expect([...entries]).toEqual([
      { number: 1, cause: "opening", day: "2026-03-01" },
      { number: 2, cause: "adjustment", day: "2026-02-01" },
      { number: 3, cause: "redemption", day: "2026-03-02" },
      { number: 4, cause: "cancellation", day: "2026-03-02" },
    ]);
    const members = await client`select entry_number from memberships order by customer_id`;
    expect(members.map((row) => row.entry_number)).toEqual([4, 0]);
    const tokens = await client`select scopes from api_tokens order by id`;
    expect(tokens.map((row) => row.scopes)).toEqual([
      ["redemptions", "vouchers", "pin", "password", "otp", "bookings"],
      ["pin"],
    ]);
  } finally {
    await client.end();
    await empty.close();
  }
});
