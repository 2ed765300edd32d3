// Runs the scenario, in a process that may be alone in a network namespace. The argument is a
// `VanishingOrder`. The last line of output is a `VanishingReport`.
import { setTimeout as sleep } from "node:timers/promises";
import { harnessOn } from "@stampbook/core/testing";
import { connect } from "@stampbook/db";
import {
  openClient,
  type RunningPostgres,
  startPostgres,
  startStandby,
} from "@stampbook/db/testing";
import { runCampaign } from "../traffic/campaign.ts";
import type { Journal } from "../traffic/journal.ts";
import { openApis } from "../traffic/start-api.ts";
import { openTown } from "../traffic/town.ts";
import { openNamespace, openProxied } from "./network.ts";
import type { Outage, VanishingOrder, VanishingReport } from "./types.ts";

const PROCESSES = 2;
const VOUCHERS_A_SECOND = 400;
/** Seconds of work before and after the outage, for which vouchers are made too. */
const SECONDS_AROUND = 5;
/** Longer than any deadline. A call without an answer after this time was not even refused. */
const PATIENCE_MS = 30_000;
const LONGEST_OUTAGE_MS = 90_000;

const order: VanishingOrder = JSON.parse(process.argv[2] ?? "");
const network = order.network === "namespace" ? await openNamespace() : openProxied();
const primary = await startPostgres({ durable: true });
const harness = await openOn(primary);
try {
  const address = await network.reach(portOf(primary), "primary");
  const outages = [
    await comeBack(address).catch(notRun("the primary comes back")),
    await promote(address).catch(notRun("a standby is promoted")),
  ];
  const report: VanishingReport = { network: order.network, outages };
  console.log(JSON.stringify(report));
} finally {
  await harness.close();
  await network.close();
  await primary.stop();
}

/** Returns a function that turns an error of a scenario into a result with one fault. */
function notRun(name: string) {
  return (error: unknown): Outage => ({
    name,
    orders: 0,
    tries: {},
    refused: 0,
    slowestRefusalMs: 0,
    firstAnswerMs: 0,
    errorsEndedMs: 0,
    lastError: "",
    answeredP50: 0,
    answeredP99: 0,
    faults: [`${name}: ${String(error)}`],
  });
}

/** Drops the primary's packets, and later lets them flow again. */
function comeBack(address: string): Promise<Outage> {
  return loseThePrimary({
    name: "the primary comes back",
    url: addressOf(address),
    recover: async () => network.reappear(),
    judgeBy: async () => harness,
  });
}

/** Drops the primary's packets for good, and replaces the primary with a standby. */
async function promote(address: string): Promise<Outage> {
  const standby = await startStandby(primary);
  await waitForEachCommit();
  const other = await network.reach(portOf(standby), "standby");
  let judge: Awaited<ReturnType<typeof openOn>> | undefined;
  const outage = await loseThePrimary({
    name: "a standby is promoted",
    url: addressOf(`${address},${other}`, "?target_session_attrs=read-write"),
    recover: () => standby.promote(),
    judgeBy: async () => {
      judge = await openOn(standby);
      return judge;
    },
  });
  await judge?.close();
  await standby.stop();
  return outage;
}

/** Makes commits wait for the standby. Otherwise a failover could lose acknowledged writes. */
async function waitForEachCommit() {
  const sql = openClient(primary.adminUrl);
  await sql.unsafe("alter system set synchronous_standby_names = '*'");
  await sql`select pg_reload_conf()`;
  for (let isSynchronous = false; !isSynchronous; await sleep(20)) {
    const rows = await sql`select 1 from pg_stat_replication where sync_state = 'sync'`;
    isSynchronous = rows.length > 0;
  }
  await sql.end();
}

type Losing = {
  readonly name: string;
  readonly url: string;
  readonly recover: () => Promise<void>;
  readonly judgeBy: () => Promise<Awaited<ReturnType<typeof openOn>>>;
};

async function loseThePrimary({ name, url, recover, judgeBy }: Losing): Promise<Outage> {
  const town = await openTown(harness, {
    vouchers: VOUCHERS_A_SECOND * (order.seconds + SECONDS_AROUND),
    pinHolders: order.tills,
  });
  const apis = openApis(url, { through: network.through });
  let refused = 0;
  let slowestRefusalMs = 0;
  try {
    const doors: { host: string; port: number }[] = [];
    for (let at = 0; at < PROCESSES; at++) {
      const { port } = await apis.start({
        API_HOST: network.apiHost,
        TRUSTED_PROXIES: network.tillsHost,
        ...order.settings,
      });
      doors.push({ host: network.apiHost, port });
    }
    const report = await runCampaign({
      town,
      tills: order.tills,
      doors: doors.map((door) => () => door),
      patienceMs: PATIENCE_MS,
      calmSeconds: order.calmSeconds,
      judgeBy,
      disturb: async (journal) => {
        await sleep(1_000);
        const from = performance.now();
        network.vanish();
        await untilRefused(journal, from);
        const during = journal.refusals.filter(({ at }) => at > from);
        refused = during.length;
        slowestRefusalMs = Math.max(0, ...during.map(({ ms }) => ms));
        await recover();
      },
    });
    const hanging = report.tries["hung up"] ?? 0;
    const faults = hanging ? [`${name}: ${hanging} calls were neither answered nor refused`] : [];
    return { ...report, name, refused, slowestRefusalMs, faults: [...faults, ...report.faults] };
  } finally {
    await apis.stop();
  }
}

/**
 * Waits for `order.seconds`, and until there are as many refusals as tills, but at most `LONGEST_OUTAGE_MS`.
 */
async function untilRefused(journal: Journal, from: number) {
  const isOver = () =>
    journal.refusals.filter(({ at }) => at > from).length >= order.tills &&
    performance.now() > from + order.seconds * 1_000;
  while (!isOver() && performance.now() < from + LONGEST_OUTAGE_MS) await sleep(20);
}

async function openOn({ url }: RunningPostgres) {
  return harnessOn({ ...(await connect({ url })), url });
}

function portOf({ url }: RunningPostgres): number {
  return Number(new URL(url).port);
}

/** Returns the address of the same database at other hosts, in libpq's form. */
function addressOf(hosts: string, options = ""): string {
  const { username, password, pathname } = new URL(primary.url);
  return `postgres://${username}:${password}@${hosts}${pathname}${options}`;
}
