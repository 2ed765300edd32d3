import { setTimeout as pause } from "node:timers/promises";
import { openOwnHarness } from "@stampbook/core/testing";
import { openClient } from "@stampbook/db/testing";
import { openApis } from "../traffic/start-api.ts";
import { openTown, PIN, type Shop } from "../traffic/town.ts";

/** The tables of the write path. */
export const lockedTables = [
  "memberships",
  "vouchers",
  "redemptions",
  "promo_codes",
  "transactions",
  "stamp_entries",
  "stamp_awards",
  "pins",
  "bookings",
  "idempotency_keys",
] as const;

/** Each operation is called so often, by a till that does not wait for the last answer. */
const EVERY_MS = 250;
/** A call that takes longer than this did not go on. */
const SOON_MS = 1_000;

type Call = { readonly began: number; readonly ms: number; readonly status: number };

/** What an operation answered while a table was locked. */
export type LockedOperation = {
  readonly name: string;
  /** Answers that no locked table delayed, other answers within the time of a call, and refusals. */
  readonly soon: number;
  readonly late: number;
  readonly refused: number;
  /** Milliseconds from the end of the lock to the first answer that is no refusal. */
  readonly backMs: number;
};

/** The operations while one table was locked. */
export type LockedTable = {
  readonly table: string;
  readonly operations: readonly LockedOperation[];
};

/** Locks each table in turn for `seconds`, while every operation of one merchant is called. */
export async function lockTables(
  seconds: number,
  tables: readonly string[] = lockedTables,
): Promise<LockedTable[]> {
  const harness = await openOwnHarness();
  const sql = openClient(harness.open.url, 2);
  const apis = openApis(harness.open.url);
  try {
    const { shops } = await openTown(harness, { vouchers: 20_000, pinHolders: 40 });
    const [shop] = shops;
    if (!shop) throw new Error("A town has shops.");
    const { port } = await apis.start();
    const operations = operationsOf(shop, `http://127.0.0.1:${port}`);
    await tryAll(operations);
    const found: LockedTable[] = [];
    for (const table of tables) found.push(await lockOne({ sql, table, seconds, operations }));
    return found;
  } finally {
    await apis.stop();
    await sql.end();
    await harness.close();
  }
}

type Operations = Readonly<Record<string, () => Promise<number>>>;

/** Calls each operation once, because first calls are slow. Throws if one is refused without a lock. */
async function tryAll(operations: Operations): Promise<void> {
  await Promise.all(
    Object.entries(operations).map(async ([name, call]) => {
      const status = await call();
      if (status !== 200) throw new Error(`${name} answered ${status} while no table was locked.`);
    }),
  );
}

/** Functions that call an operation of the shop. Each returns the status of the answer. */
function operationsOf(shop: Shop, url: string): Operations {
  let calls = 0;
  const send = async (method: "GET" | "POST", path: string, sent: object = {}) => {
    const token = shop.tokens[calls++ % shop.tokens.length];
    const query = new URLSearchParams(
      Object.entries(sent).map(([key, value]) => [key, `${value}`]),
    );
    const answer = await fetch(`${url}${path}${method === "GET" ? `?${query}` : ""}`, {
      method,
      headers: {
        ...{ authorization: `Token ${token}`, "content-type": "application/json" },
        "x-forwarded-proto": "https",
        // a guest's address may add a few bookings only
        "x-forwarded-for": `10.0.${(calls >> 8) & 255}.${calls & 255}`,
      },
      ...(method === "POST" && { body: JSON.stringify(sent) }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const userOf = () => shop.customers[calls % shop.customers.length]?.email;
  const holderOf = () => shop.pinHolders[calls % shop.pinHolders.length]?.email;
  const post = (path: string, sent: () => object) => () => send("POST", path, sent());
  const { store } = shop;
  const voucher = () => {
    const next = shop.plain.take();
    return { user: next?.owner.email, voucher: next?.id, store };
  };
  const reward = shop.reward.id;
  return {
    ping: post("/api/ping", () => ({})),
    "redeem-reward": post("/api/v2/redemptions/redeem-reward", () => ({
      user: userOf(),
      store,
      reward,
    })),
    "redeem-voucher": post("/api/v2/redemptions/redeem-voucher", voucher),
    "redeem-promo-code": post("/api/v3/redemptions/redeem-promo-code", () => ({
      ...{ user: userOf(), store, promo_code: shop.promoCode.code, invoice_number: `L${calls}` },
    })),
    "transactions/add": post("/api/v2/transactions/add", () => ({
      ...{ user: userOf(), store, invoice_number: `L${calls}`, total_value: "10.00" },
    })),
    "memberships/add-stamps": post("/api/memberships/add-stamps", () => ({
      ...{ user: userOf(), store, stamps: 1 },
    })),
    "memberships/details": () =>
      send("GET", "/api/v2/memberships/details", { user: userOf() ?? "" }),
    "vouchers/validate": () =>
      send("GET", "/api/vouchers/validate", { voucher_code: "V19999", store }),
    "transactions/by-user": () =>
      send("GET", "/api/transactions/by-user", { user: userOf() ?? "" }),
    "pin/validate": post("/api/pin/validate", () => ({ user: holderOf(), pin: PIN })),
    "bookings/add": post("/api/bookings/add", () => ({
      ...{ user: "guest@example.com", store, date: "2099-11-21", time: "19:30" },
      ...{ phone: "5551234", number_of_people: 2 },
    })),
  };
}

async function lockOne({
  sql,
  table,
  seconds,
  operations,
}: {
  readonly sql: ReturnType<typeof openClient>;
  readonly table: string;
  readonly seconds: number;
  readonly operations: Operations;
}): Promise<LockedTable> {
  const tills = Object.entries(operations).map(([name, call]) => ({ name, ...startTill(call) }));
  let ended = 0;
  const began = await sql.begin(async (tx) => {
    await tx.unsafe(`lock table ${table} in access exclusive mode`);
    const locked = performance.now();
    await pause(seconds * 1_000);
    ended = performance.now();
    return locked;
  });
  await pause(2_000);
  const calls = await Promise.all(
    tills.map(async ({ name, stop }) => ({ name, calls: await stop() })),
  );
  return {
    table,
    operations: calls.map(({ name, calls }) => {
      // calls of the last second may be answered after the lock
      const during = calls.filter((call) => call.began > began && call.began < ended - SOON_MS);
      const answered = during.filter(({ status }) => status !== 503);
      const soon = answered.filter(({ ms }) => ms <= SOON_MS).length;
      const back = calls
        .filter((call) => call.status !== 503 && call.began + call.ms > ended)
        .map((call) => call.began + call.ms - ended);
      return {
        ...{ name, soon, late: answered.length - soon, refused: during.length - answered.length },
        backMs: Math.min(...back),
      };
    }),
  };
}

/** Calls again and again. `stop` returns all calls, once each has its answer. */
function startTill(call: () => Promise<number>) {
  const calls: Promise<Call>[] = [];
  const timer = setInterval(() => {
    const began = performance.now();
    const answered = call().then((status) => ({ began, status, ms: performance.now() - began }));
    calls.push(answered);
  }, EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return Promise.all(calls);
    },
  };
}

/** Whether an operation went on, was stopped by the lock, or something between, as on a busy machine. */
export function fateOf({ soon, late, refused }: LockedOperation): "200" | "503" | "between" {
  const part = soon / (soon + late + refused);
  if (part >= 0.8) return "200";
  return part <= 0.2 ? "503" : "between";
}

/** The longest time until an operation answered again after the lock, in milliseconds. */
export const backMs = ({ operations }: LockedTable): number =>
  Math.max(...operations.map((operation) => operation.backMs));
