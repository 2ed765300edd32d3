import { request } from "node:http";
import { untilWaiting } from "@stampbook/core/testing";
import { createTestDatabase, openClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type House, openHouse } from "../harness.ts";
import { deskIn, ORIGIN } from "../staff/desk.ts";

const CALLS = 10;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let house: House & { close: () => Promise<void> };
let url = "";
beforeAll(async () => {
  // the pool has one connection, so a call that uses it makes all others wait
  database = await createTestDatabase({
    connections: 1,
    queueWaitMs: 60_000,
    lockTimeoutMs: 60_000,
  });
  const calls = { most: 100, longestWaitMs: 60_000, deadlineMs: 60_000 };
  house = await openHouse(database, {
    calls,
    pool: { load: database.load, waitedMs: database.waitedMs, askAnew: async () => {} },
  });
  url = await house.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => house?.close());

/** Posts JSON over a new connection; `leave` closes it. */
function post(path: string, body: object, headers: Record<string, string> = {}) {
  const call = request(`${url}${path}`, {
    agent: false,
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
  });
  const status = new Promise<number | undefined>((resolve) => {
    call.on("response", (response) => resolve(response.resume().statusCode));
    call.on("error", () => resolve(undefined));
  });
  call.end(JSON.stringify(body));
  return { status, leave: () => call.destroy() };
}

const until = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 50_000, interval: 10 });
/** The statuses in the log's lines about calls of a path from this machine. */
const statusesOf = (path: string) =>
  house.log
    .map((line) => JSON.parse(line))
    .filter(({ req }) => req?.path === path && req.remoteAddress === "127.0.0.1")
    .map(({ status }) => status);
const connections = () =>
  new Promise<number>((told) => house.app.server.getConnections((_, open) => told(open)));

it.each([
  ["REST", "/api/v2/redemptions/redeem-voucher"],
  ["tRPC", "/trpc/redemptions.redeemVoucher"],
])("F3: work whose caller has gone is not begun, over %s", async (_, path) => {
  const merchant = await house.given.merchant();
  const { id: store } = await house.given.store(merchant);
  const { id: customerId, email: user } = await house.given.customer(merchant);
  const { id: voucherTemplateId } = await house.given.template(merchant);
  /** Each call has its own token, because calls with one token share one look-up. */
  const redeem = (voucher: number, token: string) =>
    post(path, { user, store, voucher }, { authorization: `Token ${token}` });
  const tokens = await Promise.all(
    Array.from({ length: CALLS + 2 }, () => house.tokenOf(merchant)),
  );
  const [one = "", other = "", ...others] = tokens;
  const vouchers = await Promise.all(
    Array.from({ length: CALLS }, () =>
      house.given.voucher(merchant, { voucherTemplateId, customerId }),
    ),
  );
  const client = openClient(database.url, 2);
  const redeemed = () => client`select from redemptions where merchant_id = ${merchant.id}`;
  try {
    const held: ReturnType<typeof post>[] = [];
    await client.begin(async (tx) => {
      await tx`lock table customers in access exclusive mode`;
      // Two statements occupy the one connection: a redemption that waits for the lock, and the look-up of a
      // token, which waits for the redemption.
      held.push(redeem(1, one));
      await untilWaiting(client);
      held.push(redeem(1, other));
      await until(async () => expect(database.load().running).toBe(2));
      const before = await connections();
      const calls = vouchers.map(({ id }, at) => redeem(id, others[at] ?? ""));
      await until(async () => expect(database.load().waiting).toBeGreaterThanOrEqual(CALLS));
      for (const { leave } of calls) leave();
      await until(async () => expect(await connections()).toBe(before));
    });
    expect(await Promise.all(held.map(({ status }) => status))).toEqual([400, 400]);
    // a caller who stays gets the answer, and by then all earlier calls have been processed
    expect(await redeem(vouchers[0]?.id ?? 0, one).status).toBe(200);
    expect(await redeemed()).toHaveLength(1);
    await until(async () => expect(statusesOf(path)).toHaveLength(CALLS + 3));
    const gone = statusesOf(path).filter((status) => status === 499);
    expect(gone).toHaveLength(CALLS);
  } finally {
    await client.end();
  }
});

it("mails a reset link to a person who left before the answer", async () => {
  const desk = deskIn(house);
  const who = await desk.person();
  await desk.hire(who, await house.given.merchant(), "cashier");
  const path = "/staff-auth/request-password-reset";
  const client = openClient(database.url, 2);
  try {
    await client.begin(async (tx) => {
      await tx`lock table staff_verifications in access exclusive mode`;
      const before = await connections();
      const { leave } = post(path, { email: who.email }, { origin: ORIGIN });
      await untilWaiting(client);
      leave();
      await until(async () => expect(await connections()).toBe(before));
      await until(async () => expect(statusesOf(path)).toEqual([499]));
    });
    await until(async () =>
      expect(await client`select recipient from outbox_messages`).toEqual([
        { recipient: who.email },
      ]),
    );
    expect(statusesOf(path)).toEqual([499]);
  } finally {
    await client.end();
  }
});
