import { setTimeout as sleep } from "node:timers/promises";
import type { RunningNode } from "@stampbook/bench/stage";
import { openOwnHarness } from "@stampbook/core/testing";
import { startPgbouncer } from "@stampbook/db/testing";
import { openArena } from "../arena.ts";
import { runRace } from "../races/run-race.ts";
import { type CampaignReport, runCampaign } from "../traffic/campaign.ts";
import { openApis } from "../traffic/start-api.ts";
import { openTown } from "../traffic/town.ts";

export type PgbouncerReport = CampaignReport & {
  /** The answers of `/ready` by status; `late` for no answer within `PATIENCE_MS`. */
  readonly ready: Readonly<Record<string, number>>;
};

export type PgbouncerOptions = {
  readonly seconds: number;
  readonly tills?: number;
  /** Rounds of the race, with and without PIN, in a separate database behind the same pooler. */
  readonly rounds: number;
  readonly clients: number;
};

const REPLICAS = 3;
const VOUCHERS_A_SECOND = 300;
const POLL_MS = 20;
/** A poll that has no answer after this time counts as `late`. */
const PATIENCE_MS = 15_000;
/** The pooler's connections to the server: fewer than all processes together open. */
const settings = { default_pool_size: 10 };

/**
 * Starts replicas behind PgBouncer in transaction mode, and sends calls to them. Their database address does
 * not mention a pooler, so they must detect it. Then runs the race through the same pooler.
 */
export async function runPgbouncer(options: PgbouncerOptions): Promise<PgbouncerReport> {
  const { seconds, tills = 12, rounds, clients } = options;
  const harness = await openOwnHarness();
  const pooler = await startPgbouncer(harness.open.url, settings);
  const apis = openApis(pooler.url);
  try {
    const town = await openTown(harness, {
      vouchers: VOUCHERS_A_SECOND * (seconds + 5),
      pinHolders: tills,
    });
    const replicas: RunningNode[] = [];
    const polling = new AbortController();
    const polls: Promise<void>[] = [];
    const ready: Record<string, number> = {};
    // The first replica is polled while the others start. Its polls must leave nothing in the pooler that
    // blocks the others.
    for (let at = 0; at < REPLICAS; at++) {
      const api = await apis.start();
      replicas.push(api);
      polls.push(pollReady(api, ready, polling.signal));
    }
    const report = await runCampaign({
      town,
      tills,
      doors: replicas.map((api) => () => api),
      calmSeconds: 0,
      judgeBy: async () => harness,
      disturb: () => sleep(seconds * 1_000),
    });
    polling.abort();
    await Promise.all(polls);
    const through = (url: string) => throughPooler(url, pooler.url);
    const raced: string[] = [];
    const arena = await openArena(through);
    for (const withPin of [false, true])
      raced.push(...(await runRace(arena, { rounds, clients, withPin, isNaive: false })).faults);
    const { deadlocks } = await arena.close();
    if (deadlocks) raced.push(`the database saw ${deadlocks} deadlock(s)`);
    const notReady = Object.entries(ready).flatMap(([status, count]) =>
      status === "200" ? [] : [`/ready was ${status} ${count} times`],
    );
    const faults = [...report.faults, ...notReady, ...raced];
    return { ...report, ready, faults };
  } finally {
    await apis.stop();
    await pooler.stop();
    await harness.close();
  }
}

async function pollReady({ port }: RunningNode, ready: Record<string, number>, end: AbortSignal) {
  while (!end.aborted) {
    const status = await fetch(`http://127.0.0.1:${port}/ready`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).then(
      async (answer) => {
        await answer.text();
        return String(answer.status);
      },
      () => "late",
    );
    ready[status] = (ready[status] ?? 0) + 1;
    await sleep(POLL_MS);
  }
}

/** Returns the address of the same database through the pooler. */
function throughPooler(url: string, pooler: string): string {
  const address = new URL(url);
  address.port = new URL(pooler).port;
  return address.href;
}
