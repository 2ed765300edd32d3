import { setTimeout as pause } from "node:timers/promises";
import { createHarness, untilWaiting } from "@stampbook/core/testing";
import { createTestDatabase, openClient, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { killServers, startServer } from "./server-process.ts";

/** With these limits a call that needs a locked row waits until the lock ends. */
const patient = {
  LOCK_TIMEOUT_MS: "40000",
  STATEMENT_TIMEOUT_MS: "50000",
  REQUEST_DEADLINE_MS: "50000",
};
/** More callers than the number of calls that the process accepts. */
const CALLERS = 150;
/** How many calls of each kind the other merchant makes. */
const CALLS = 20;

let database: TestDatabase;
let harness: ReturnType<typeof createHarness>;
let server: ReturnType<typeof startServer>;
let url = "";
beforeAll(async () => {
  database = await createTestDatabase();
  harness = createHarness(database.db);
  server = startServer({
    NODE_ENV: "production",
    REQUIRE_HTTPS: "false",
    DATABASE_URL: database.url,
    SECRET_KEY: "a key of these tests: 5d0be1a7c4",
    ...patient,
  });
  url = await server.address();
});
afterAll(async () => {
  killServers();
  await database?.close();
});

/** A merchant with `count` customers, each with a voucher and a PIN. */
async function openShop(count: number) {
  const { given, deps } = harness;
  const merchant = await given.merchant();
  const store = await given.store(merchant);
  const secret = deps.secrets.newTokenSecret();
  await given.token(merchant, { secret, hash: deps.secrets.hashToken(secret) });
  const { id: voucherTemplateId } = await given.template(merchant);
  const reward = await given.reward(merchant);
  const holders = [];
  for (let at = 0; at < count; at++) {
    const { id: customerId, email } = await given.customer(merchant, {}, { stamps: 1_000 });
    const voucher = await given.voucher(merchant, { voucherTemplateId, customerId });
    holders.push({ user: email, store: store.id, voucher: voucher.id, reward: reward.id });
  }
  await database.db.execute(`insert into pins (merchant_id, customer_id, verifier)
    select merchant_id, id, 'none' from customers where merchant_id = ${merchant.id}`);
  return { id: merchant.id, token: secret, holders };
}

type Shop = Awaited<ReturnType<typeof openShop>>;
type Holder = Shop["holders"][number];

/** Functions that make the calls of a shop's tills. Each returns the status of the answer. */
function tillsOf({ token }: Shop) {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { authorization: `Token ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  return {
    redeemVoucher: ({ user, store, voucher }: Holder) =>
      post("/api/v2/redemptions/redeem-voucher", { user, store, voucher }),
    redeemReward: ({ user, store, reward }: Holder) =>
      post("/api/v2/redemptions/redeem-reward", { user, store, reward }),
    unblockPin: ({ user }: Holder) => post("/api/pin/unblock", { user }),
    ping: () => post("/api/ping", {}),
    listBookings: ({ store }: Holder) => post("/trpc/staff.bookings.list", { storeId: store }),
  };
}

/** Each caller repeats its call from `start` to `stop`. */
function flood(calls: readonly (() => Promise<number>)[]) {
  const statuses: number[] = [];
  let isOver = false;
  let callers: Promise<unknown> = Promise.resolve();
  const callOn = async (call: () => Promise<number>) => {
    while (!isOver) {
      statuses.push(await call());
      await pause(250);
    }
  };
  return {
    /** The statuses of all answers so far. */
    statuses,
    start: () => {
      callers = Promise.all(calls.map(callOn));
    },
    stop: () => {
      isOver = true;
    },
    /** Resolves when the last answer has come. */
    ended: () => callers,
  };
}

it.each<[string, kind: "redeemVoucher" | "unblockPin", stuck: number]>([
  ["batches", "redeemVoucher", 3],
  ["single statements", "unblockPin", 4],
])(
  "T43: one merchant floods with %s that wait for a lock, and another is served meanwhile",
  async (_, kind, stuck) => {
    const noisy = await openShop(CALLERS);
    const quiet = await openShop(CALLS);
    const [noise, tills] = [tillsOf(noisy), tillsOf(quiet)];
    const client = openClient(database.url, 2);
    const loud = flood(noisy.holders.map((holder) => () => noise[kind](holder)));
    try {
      await client.begin(async (tx) => {
        await tx`select from vouchers where merchant_id = ${noisy.id} for update`;
        await tx`select from pins where merchant_id = ${noisy.id} for update`;
        loud.start();
        // waits until all statements that the merchant may run at once wait for the lock
        await untilWaiting(client, stuck);
        await vi.waitFor(() => expect(loud.statuses).toContain(503), { timeout: 60_000 });
        for (const holder of quiet.holders) {
          expect(await tills.redeemVoucher(holder)).toBe(200);
          expect(await tills.redeemReward(holder)).toBe(200);
          expect(await tills.listBookings(holder)).toBe(200);
        }
        expect(new Set(loud.statuses)).toEqual(new Set([503]));
        loud.stop();
      });
      await loud.ended();
      // the calls that the lock held up succeed afterwards
      expect(new Set(loud.statuses)).toEqual(new Set([200, 503]));
      await server.hears(/calls were refused/);
    } finally {
      loud.stop();
      await client.end();
      await loud.ended();
    }
  },
  240_000,
);

it("O18: a locked table stops what uses it, and nothing else of its merchant", async () => {
  const shop = await openShop(CALLS + 20);
  const tills = tillsOf(shop);
  const client = openClient(database.url, 2);
  const stopped = flood(
    shop.holders.slice(CALLS).map((holder) => () => tills.redeemVoucher(holder)),
  );
  const soon = async (call: Promise<number>) => {
    const began = performance.now();
    return [await call, performance.now() - began < 5_000];
  };
  try {
    await client.begin(async (tx) => {
      await tx`lock table vouchers in access exclusive mode`;
      stopped.start();
      await untilWaiting(client, 1);
      await pause(1_000);
      for (const holder of shop.holders.slice(0, CALLS)) {
        expect(await soon(tills.ping())).toEqual([200, true]);
        expect(await soon(tills.listBookings(holder))).toEqual([200, true]);
        expect(await soon(tills.unblockPin(holder))).toEqual([200, true]);
        expect(await soon(tills.redeemVoucher(holder))).toEqual([503, true]);
      }
      stopped.stop();
    });
    await stopped.ended();
    for (const holder of shop.holders.slice(0, CALLS))
      expect(await tills.redeemVoucher(holder)).toBe(200);
  } finally {
    stopped.stop();
    await client.end();
    await stopped.ended();
  }
}, 240_000);
