import { setTimeout as sleep } from "node:timers/promises";
import { memoryOf, openShop, type Shop } from "@stampbook/bench/stage";
import { runAudit } from "@stampbook/core/audit";
import { countWithin, type LoadClient, openClient, quantile } from "../load/open-client.ts";
import type { LoadResult, Menu } from "../load/types.ts";
import { CERTAINLY_TOO_MUCH, findKnee, findLimit, isTooMuch } from "./find-knee.ts";

export type OverloadOptions = {
  /** The duration of a measurement. The one at the found knee and the floods take twice as long. */
  readonly seconds: number;
  /** The offered loads, as multiples of the knee. */
  readonly times: readonly number[];
  /**
   * The knee: the highest load, in calls per second, whose answers stay good. A number is used as it is.
   * `search` measures the knee. `capacity` quickly finds a higher load, at which calls are refused.
   */
  readonly knee: number | "search" | "capacity";
  readonly customers?: number;
  /** The most calls that the service works on at once. Default: the service's own limit. */
  readonly most?: number;
};

/** Result of offering more load than the service can handle. */
export type Flooded = {
  readonly times: number;
  readonly offered: number;
  readonly statuses: LoadResult["statuses"];
  /** Calls per second that were answered with 200 within two seconds. */
  readonly goodput: number;
  /** `goodput` divided by the goodput at the knee. */
  readonly ofKnee: number;
  readonly answeredP99: number;
  readonly refusedP50: number;
  readonly refusedP99: number;
  /** The part of all calls that were not answered within two seconds, and not refused within 0.1 s. */
  readonly neither: number;
  readonly memoryMb: number;
  readonly clientBusy: number;
};

export type OverloadReport = {
  readonly knee: number;
  readonly kneeGoodput: number;
  /** Resident memory without load: after the start, and after the knee was found. */
  readonly idleMb: readonly [started: number, warm: number];
  readonly floods: readonly Flooded[];
  /** Wrong effects. Even a slow machine must have none. */
  readonly faults: readonly string[];
};

const CUSTOMERS = 10_000;
/** The number of tokens. Each may call 200 times a second. */
const TILLS = 128;
const GOODPUT_MS = 2_000;
const REFUSED_MS = 100;
const MIB = 1024 * 1024;
const SAMPLE_MS = 50;
/**
 * The most tries to get an answer after the flood. Each try takes a second, plus the time until the tills
 * hang up.
 */
const AFTERWARDS_TRIES = 10;

/** Finds the service's knee, offers several times that load, and checks the answers and the tables. */
export async function runOverload({
  seconds,
  times,
  knee,
  customers = CUSTOMERS,
  most,
}: OverloadOptions): Promise<OverloadReport> {
  const settings = most === undefined ? {} : { QUEUE_LIMIT: String(most) };
  const shop = await openShop({ customers, settings });
  const client = openClient();
  const counted = { done: 0, unknown: 0 };
  const faults = new Set<string>();
  const send = async (perSecond: number, duration: number) => {
    const result = await sendTo(shop, client, perSecond, duration);
    for (const fault of result.faults) faults.add(fault);
    count(counted, result);
    return result;
  };
  try {
    const before = await redemptionsIn(shop);
    const started = residentMb(shop);
    await send(200, seconds);
    let found = await kneeBy(knee, (perSecond) => send(perSecond, seconds));
    const atKnee = await send(found, 2 * seconds);
    const kneeGoodput = countWithin(atKnee.took[200], GOODPUT_MS) / atKnee.seconds;
    const warm = await restingMb(shop);
    const floods: Flooded[] = [];
    for (const each of times) {
      const highest = watchMemory(shop);
      let result = await send(each * found, 2 * seconds);
      // if too few calls are refused, the machine was busy when the capacity was measured
      while (knee === "capacity" && !isTooMuch(result) && found < CERTAINLY_TOO_MUCH) {
        found *= 2;
        result = await send(each * found, 2 * seconds);
      }
      floods.push({ ...summed(result, each, kneeGoodput), memoryMb: highest() });
      await restingMb(shop);
    }
    const fault = await faultAfterwards(() => send(Math.max(1, found / 10), 1));
    if (fault) faults.add(fault);
    const made = (await redemptionsIn(shop)) - before;
    // calls without a final answer may have been done
    if (made < counted.done || made > counted.done + counted.unknown)
      faults.add(`${made} redemptions, of ${counted.done} told and ${counted.unknown} unknown`);
    for (const { invariant, detail } of await runAudit(shop.stage.core.db))
      faults.add(`the audit: ${invariant}: ${detail}`);
    if (shop.api.ended() !== null) faults.add(`the API died: ${shop.api.ended()}`);
    return { knee: found, kneeGoodput, idleMb: [started, warm], floods, faults: [...faults] };
  } finally {
    await client.close();
    await shop.close();
  }
}

/**
 * Sends a few calls, again and again, until a call is answered with 200. A busy machine needs a while to
 * finish the flood's calls. Returns a fault if no call is answered, else null.
 */
async function faultAfterwards(send: () => Promise<LoadResult>): Promise<string | null> {
  let last = "";
  for (let tried = 0; tried < AFTERWARDS_TRIES; tried++) {
    const { took, statuses } = await send();
    if (took[200].length) return null;
    last = JSON.stringify(statuses);
  }
  return `after the flood: ${last}`;
}

async function kneeBy(
  knee: OverloadOptions["knee"],
  send: (perSecond: number) => Promise<LoadResult>,
): Promise<number> {
  if (knee === "search") return findKnee(send);
  if (knee !== "capacity") return knee;
  return findLimit(send);
}

/**
 * The part of calls that redeem. Half of all calls redeem vouchers, a quarter rewards. The last quarter are
 * pings.
 */
const REDEEMING = 3 / 4;

function menuOf({ tokens, customers }: Shop): Menu {
  const said = (more: string) => `{"user":"$user","store":32,${more}}`;
  const voucher = { path: "/api/v2/redemptions/redeem-voucher", body: said('"voucher":$n') };
  const reward = { path: "/api/v2/redemptions/redeem-reward", body: said('"reward":1') };
  return {
    tokens: tokens.slice(0, TILLS),
    users: Array.from({ length: customers }, (_, at) => `customer-${at + 1}@example.com`),
    calls: [voucher, reward, voucher, { path: "/api/ping", body: "{}" }],
  };
}

async function sendTo(shop: Shop, client: LoadClient, perSecond: number, seconds: number) {
  const { from } = await shop.supply.plain.take(Math.ceil(perSecond * seconds));
  return client.send({ port: shop.api.port, menu: menuOf(shop), first: from, perSecond, seconds });
}

/**
 * Adds the redemptions that were certainly done, and those that may have been done. The statuses do not show
 * which calls were pings.
 */
function count(counted: { done: number; unknown: number }, { statuses, sent }: LoadResult) {
  const told = statuses[200] ?? 0;
  const refused = (statuses[503] ?? 0) + (statuses["429"] ?? 0) + (statuses.unsent ?? 0);
  // of every four calls, the last is a ping
  if (told === sent) counted.done += Math.ceil(sent * REDEEMING);
  else {
    // a quarter of the sent calls were pings, and all of these may be among the answered calls
    const least = Math.max(0, told - Math.ceil(sent * (1 - REDEEMING)));
    counted.done += least;
    counted.unknown += Math.min(sent - refused, Math.ceil(sent * REDEEMING)) - least;
  }
}

function summed(result: LoadResult, times: number, kneeGoodput: number) {
  const { took, seconds, sent, statuses } = result;
  const good = countWithin(took[200], GOODPUT_MS);
  const refused = countWithin(took[503], REFUSED_MS);
  return {
    times,
    offered: sent / seconds,
    statuses,
    goodput: good / seconds,
    ofKnee: good / seconds / kneeGoodput,
    answeredP99: quantile(took[200], 0.99),
    refusedP50: quantile(took[503], 0.5),
    refusedP99: quantile(took[503], 0.99),
    neither: (sent - good - refused) / sent,
    clientBusy: result.busy,
  };
}

const residentMb = ({ api }: Shop) => (memoryOf(api.pid)?.now ?? 0) / MIB;

/** Returns the resident memory in MB, after a pause for garbage collection. */
async function restingMb(shop: Shop): Promise<number> {
  await sleep(2_000);
  return residentMb(shop);
}

/** Samples the resident memory. Returns a function that ends the sampling and returns the maximum in MB. */
function watchMemory(shop: Shop): () => number {
  let most = residentMb(shop);
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(shop));
  }, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return most;
  };
}

async function redemptionsIn({ stage }: Shop): Promise<number> {
  const [row] = await stage.sql<
    { count: number }[]
  >`select count(*)::int as count from redemptions`;
  return row?.count ?? 0;
}

/** Describes the missed goals at 3 times the knee. They depend on the machine, so `npm test` ignores them. */
export function shortcomings({ idleMb, floods }: OverloadReport): string[] {
  return floods
    .filter(({ times }) => times === 3)
    .flatMap(({ ofKnee, neither, memoryMb }) => [
      ...(ofKnee < 0.8 ? [`goodput ${ofKnee.toFixed(2)} of the knee's, not 0.8`] : []),
      ...(neither > 0.01
        ? [`${(100 * neither).toFixed(1)} % neither answered in 2 s nor refused in 0.1 s`]
        : []),
      ...(memoryMb > 2 * idleMb[1]
        ? [`${memoryMb.toFixed(0)} MB, more than twice ${idleMb[1].toFixed(0)} MB`]
        : []),
    ]);
}
