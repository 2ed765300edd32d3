import { setTimeout as sleep } from "node:timers/promises";
import type { OpenHarness } from "@stampbook/core/testing";
import { quantile } from "../load/open-client.ts";
import { type Journal, openJournal } from "./journal.ts";
import type { Door } from "./line.ts";
import { openTill } from "./till.ts";
import type { Town } from "./town.ts";

export type Campaign = {
  readonly town: Town;
  readonly doors: readonly (() => Door)[];
  readonly tills: number;
  /** Disturbs the service. The tills continue for a while after the disturbance. */
  readonly disturb: (journal: Journal) => Promise<void>;
  /** How long a till waits for an answer before it hangs up and retries. */
  readonly patienceMs?: number;
  /** Opens a harness on the database that is in use at the end. */
  readonly judgeBy: () => Promise<OpenHarness>;
  /** The least time that the tills continue after the disturbance. */
  readonly calmSeconds: number;
  /** An order without an answer this long after the disturbance is a fault. Default: a minute. */
  readonly giveUpMs?: number;
};

export type CampaignReport = {
  readonly orders: number;
  /** Tries by result: a status, `lost`, or `hung up` after the till's patience. */
  readonly tries: Readonly<Record<string, number>>;
  /** Milliseconds from the end of the disturbance to the last try that failed. */
  readonly errorsEndedMs: number;
  /** The last failed try in words; empty if none failed. */
  readonly lastError: string;
  /** Milliseconds, for calls answered with 200. */
  readonly answeredP50: number;
  readonly answeredP99: number;
  /** Milliseconds from the end of the disturbance to the first 200 for a call sent after it. */
  readonly firstAnswerMs: number;
  readonly faults: readonly string[];
};

/** The least number of orders that each till serves after the disturbance, even on a slow machine. */
const ORDERS_AFTER = 5;

/** Runs tills during a disturbance, then compares their answers with the tables. */
export async function runCampaign(campaign: Campaign): Promise<CampaignReport> {
  const { town, doors, disturb, calmSeconds, patienceMs = 15_000, giveUpMs = 60_000 } = campaign;
  const journal = openJournal();
  const tills = Array.from({ length: campaign.tills }, (_, number) =>
    openTill(number, { town, doors, journal, patienceMs }),
  );
  let over = Number.POSITIVE_INFINITY;
  const working = tills.map(async (till) => {
    let left = ORDERS_AFTER;
    while (left > 0 || performance.now() < over + calmSeconds * 1_000) {
      if (performance.now() > over + giveUpMs) return;
      const isAfter = performance.now() > over;
      await till.serve();
      if (isAfter) left--;
    }
  });
  try {
    await disturb(journal);
  } finally {
    over = performance.now();
    for (const till of tills) till.giveUpAfter(giveUpMs);
    await Promise.all(working);
    for (const till of tills) till.close();
  }
  const first = journal.answered.find(({ at, ms }) => at - ms > over);
  const last = journal.lastFailure();
  const took = journal.answered.map(({ ms }) => ms);
  return {
    orders: journal.orders(),
    tries: journal.tries(),
    errorsEndedMs: Math.max(0, (last?.at ?? 0) - over),
    lastError: last?.says ?? "",
    answeredP50: quantile(took, 0.5),
    answeredP99: quantile(took, 0.99),
    firstAnswerMs: first ? first.at - over : Number.POSITIVE_INFINITY,
    faults: await judgeWhenQuiet(journal, await campaign.judgeBy(), town),
  };
}

const LONGEST_WAIT_MS = 120_000;

/** Waits until the tills of a campaign have served this many more orders, or have seen a fault. */
export async function serveMore({ orders, faults }: Journal, more: number) {
  const enough = orders() + more;
  const end = performance.now() + LONGEST_WAIT_MS;
  while (orders() < enough && !faults.size) {
    if (performance.now() > end) throw new Error("The tills do not go on.");
    await sleep(20);
  }
}

/**
 * Waits until no statement runs, for at most 10 s, then judges. The statement of a caller that has
 * disconnected may still run.
 */
async function judgeWhenQuiet(journal: Journal, harness: OpenHarness, town: Town) {
  for (let left = 50; left > 0; left--) {
    const rows: unknown = await harness.db.execute(`select count(*)::int as busy
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and state <> 'idle' and backend_type = 'client backend'`);
    if ((rows as { busy: number }[])[0]?.busy === 0) break;
    await sleep(200);
  }
  return journal.judge(harness, town);
}
