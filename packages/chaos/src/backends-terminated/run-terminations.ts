import { setTimeout as sleep } from "node:timers/promises";
import { openOwnHarness } from "@stampbook/core/testing";
import { openClient } from "@stampbook/db/testing";
import { type CampaignReport, runCampaign } from "../traffic/campaign.ts";
import { openApis } from "../traffic/start-api.ts";
import { openTown } from "../traffic/town.ts";

export type TerminationsReport = CampaignReport & { readonly terminations: number };

export type TerminationsOptions = {
  readonly seconds: number;
  readonly tills?: number;
  readonly everyMs?: number;
};

const PROCESSES = 2;
/**
 * One round in this many ends all connections of the API processes at once, as a restart of the server does.
 * The other rounds end one connection each.
 */
const ALL_EACH = 20;
/** How many vouchers of each kind are made for each second of the run: far more than the tills redeem. */
const VOUCHERS_A_SECOND = 400;
const PIN_TILLS = 4;

/** Terminates backends of two API processes while tills use both. */
export async function runTerminations({
  seconds,
  tills = 16,
  everyMs = 50,
}: TerminationsOptions): Promise<TerminationsReport> {
  const harness = await openOwnHarness();
  const sql = openClient(harness.open.url);
  const apis = openApis(harness.open.url);
  try {
    const town = await openTown(harness, {
      vouchers: VOUCHERS_A_SECOND * (seconds + 10),
      // hashes are slow: with more PIN tills the queue for hashes is full, and calls are refused
      pinHolders: PIN_TILLS,
    });
    // these connections create and read rows for the test, so they are never terminated
    const spared = await sql<{ pid: number }[]>`select pid from pg_stat_activity
      where datname = current_database()`;
    const ours = spared.map(({ pid }) => pid);
    const processes = [];
    for (let at = 0; at < PROCESSES; at++) processes.push(await apis.start());
    let terminations = 0;
    const report = await runCampaign({
      town,
      tills,
      doors: processes.map((api) => () => api),
      calmSeconds: 3,
      judgeBy: async () => harness,
      disturb: async () => {
        const until = performance.now() + seconds * 1_000;
        for (let tick = 1; performance.now() < until; tick++) {
          const most = tick % ALL_EACH ? 1 : 1_000;
          const ended = await sql`select pg_terminate_backend(pid) from (
            select pid from pg_stat_activity where datname = current_database()
              and backend_type = 'client backend' and pid <> all(${ours}::int[])
            order by random() limit ${most}::int) victims`;
          terminations += ended.length;
          await sleep(everyMs);
        }
      },
    });
    const died = processes.flatMap((api, at) => {
      const how = api.ended();
      return how === null ? [] : [`API process ${at + 1} died: ${how}`];
    });
    return { ...report, terminations, faults: [...died, ...report.faults] };
  } finally {
    await apis.stop();
    await sql.end();
    await harness.close();
  }
}
