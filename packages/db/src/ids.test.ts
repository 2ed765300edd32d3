import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, createIds, type OpenDb, schema } from "./index.ts";
import { createTestDatabase, type TestDatabase } from "./testing/index.ts";

let open: TestDatabase;
let other: OpenDb;

beforeAll(async () => {
  open = await createTestDatabase();
  other = await connect({ url: open.url });
  await open.db.insert(schema.merchants).values(
    [1, 2, 3, 4].map((id) => ({
      id,
      name: `Merchant ${id}`,
      country: "SG",
      timezone: "Asia/Singapore",
      currency: "SGD",
    })),
  );
});
afterAll(async () => {
  await other.close();
  await open.close();
});

test("two processes that take at once never get the same id", async () => {
  const ids = [createIds(open.db), createIds(other.db)];
  const taken = await Promise.all(
    ids.flatMap((of) => Array.from({ length: 500 }, () => of.take(1, "redemptions"))),
  );
  expect(new Set(taken).size).toBe(1_000);
});

test("a merchant's ids tell nothing of another's", async () => {
  const ids = createIds(open.db);
  await ids.takeMany(2, "vouchers", 700);
  expect(await ids.take(3, "vouchers")).toBe(1);
  expect(await ids.take(2, "rewards")).toBe(1);
  expect(await ids.take(2, "vouchers")).toBe(701);
});

test("many at once follow one another, also where they are more than a block", async () => {
  const ids = createIds(open.db);
  const counts = [1, 49, 2, 50, 51, 333, 7];
  const runs = await Promise.all(counts.map((count) => ids.takeMany(4, "vouchers", count)));
  expect(runs.map((run) => run.length)).toEqual(counts);
  for (const run of runs) expect(run).toEqual(run.map((_, at) => (run[0] ?? 0) + at));
  expect(new Set(runs.flat()).size).toBe(runs.flat().length);
});

test("a take that fails leaves the next one unharmed", async () => {
  const ids = createIds(open.db);
  await expect(ids.take(404, "customers")).rejects.toMatchObject({ code: "23503" });
  expect(await ids.take(1, "customers")).toBe(1);
});

test("ids are not handed out again if a promoted standby has lost the last block", async () => {
  const ids = createIds(open.db);
  const used = await ids.takeMany(1, "bookings", 50);
  await open.db.execute(
    "update id_counters set next_id = 1 where merchant_id = 1 and kind = 'bookings'",
  );
  expect(await ids.take(1, "bookings")).toBe((used.at(-1) ?? 0) + 1);
});
