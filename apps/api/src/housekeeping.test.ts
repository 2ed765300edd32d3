import { countGuess } from "@stampbook/core/access";
import { createHarness, type Harness } from "@stampbook/core/testing";
import { schema } from "@stampbook/db";
import { createTestDatabase, openClient, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Forgotten, keepHouse } from "./housekeeping.ts";

const LATER_MS = 40 * 86_400_000;

let database: TestDatabase;
let t: Harness;
/** Called with each statement that the service sends. */
let told: (statement: string) => void;
beforeAll(async () => {
  database = await createTestDatabase({ onStatement: (statement) => told(statement) });
  t = createHarness(database.db);
});
afterAll(() => database.close());
beforeEach(() => {
  told = () => {};
});

/** Makes two counters of attempts, a session and a message. All expire within forty days. */
async function leaveThings() {
  const merchant = await t.given.merchant();
  await countGuess(t.as(merchant));
  const now = new Date();
  const [id, userId] = [`session-${merchant.id}`, `user-${merchant.id}`];
  const user = { id: userId, name: "Ayu", email: `${userId}@example.com` };
  await database.db.insert(schema.staffUsers).values(user);
  await database.db.insert(schema.staffSessions).values({ id, token: id, userId, expiresAt: now });
  const moment = now.toISOString();
  await database.db.insert(schema.outboxMessages).values({
    merchantId: merchant.id,
    id: "ended",
    kind: "staff",
    channel: "email",
    templateCode: "invitation",
    recipient: user.email,
    state: "sent",
    nextAttemptAt: moment,
    expiresAt: moment,
    endedAt: moment,
  });
}

const left = async () => ({
  rows: await database.db.$count(schema.attemptCounters),
  sessions: await database.db.$count(schema.staffSessions),
  messages: await database.db.$count(schema.outboxMessages),
});

const keep = (onError: (error: unknown, of: Forgotten) => void) =>
  keepHouse({ ...t.deps, clockOffsetMs: LATER_MS }, onError, 0);

/** Locks the table of attempts, so that its cleanup waits until the returned function is called. */
async function holdRows() {
  const client = openClient(database.url);
  await client`begin`;
  await client`lock table attempt_counters in access exclusive mode`;
  return async () => {
    await client`rollback`;
    await client.end();
  };
}

const until = async (met: () => Promise<boolean>) => {
  while (!(await met())) await new Promise((resolve) => setTimeout(resolve, 10));
};

test("a chore that fails keeps no other from its turn", async () => {
  await leaveThings();
  const letGo = await holdRows();
  const failed: Forgotten[] = [];
  const leave = keep((_error, of) => failed.push(of));
  await until(async () => (await database.db.$count(schema.outboxMessages)) === 0);
  await leave();
  await letGo();
  expect(failed).toEqual(["rows"]);
  expect(await left()).toEqual({ rows: 2, sessions: 0, messages: 0 });
});

test("who leaves waits for what is under way, and begins nothing else", async () => {
  await leaveThings();
  const before = await left();
  const letGo = await holdRows();
  const sent = new Promise<void>((resolve) => {
    told = (statement) => statement.includes("attempt_counters") && resolve();
  });
  const order: string[] = [];
  const leave = keep((error) => order.push(String(error)));
  await sent;
  const gone = leave().then(() => order.push("gone"));
  await database.db.execute("select 1");
  order.push("let go");
  await letGo();
  await gone;
  expect(order).toEqual(["let go", "gone"]);
  expect(await left()).toEqual({ ...before, rows: before.rows - 2 });
});
