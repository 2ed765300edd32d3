// The suites that run the bundled API in separate processes. Some also check times. Each returns its number
// of faults.
import { openOwnHarness } from "@stampbook/core/testing";
import { runApiKills } from "./api-kills/run-api-kills.ts";
import { runEmbeddedKills } from "./api-kills/run-embedded-kills.ts";
import { runTerminations } from "./backends-terminated/run-terminations.ts";
import { MOST_TIMES, runBytes } from "./bytes/run-bytes.ts";
import { runMoves } from "./moves/run-moves.ts";
import type { Options } from "./options.ts";
import { runOverload, shortcomings } from "./overload/run-overload.ts";
import { runPgbouncer } from "./pgbouncer/run-pgbouncer.ts";
import { runVanishing, tooSlow } from "./primary-vanishes/run-vanishing.ts";
import { reconcileDay } from "./reconciling/reconcile-day.ts";
import { tell } from "./tell.ts";
import type { CampaignReport } from "./traffic/campaign.ts";
import { findPrevious, missingHistory, openPrevious } from "./upgrades/previous.ts";
import { runUpgrade, STAGES } from "./upgrades/run-upgrade.ts";

/** The limit for the time from the end of a disturbance to the last error. */
const RECOVERY_MS = 2_000;
/** The limit for the duration of a refused call: slightly more than the product's own deadlines of 10 s. */
const DEADLINE_MS = 12_000;

export async function loseBackends({ seconds }: Options): Promise<number> {
  const report = await runTerminations({ seconds: seconds ?? 60 });
  const faults = [...report.faults, ...lateErrors(report)];
  tell("backends terminated", `${report.terminations} terminations, ${summed(report)}`, faults);
  return faults.length;
}

export async function killApis({ times }: Options): Promise<number> {
  const report = await runApiKills({ times });
  const counts = `${report.kills} times, ${report.toldWrong} wrong PINs told, ${summed(report)}`;
  tell("kill -9 of the API", counts, report.faults);
  return report.faults.length;
}

export async function killEmbedded({ times }: Options): Promise<number> {
  const report = await runEmbeddedKills(times);
  const name = "kill -9 of the API and of the embedded database";
  tell(name, `${report.kills} times, ${summed(report)}`, report.faults);
  return report.faults.length;
}

export async function losePrimary({ seconds }: Options): Promise<number> {
  const report = await runVanishing({ seconds: seconds ?? 20 });
  console.log(`the primary vanishes by ${report.network}`);
  const late = tooSlow(report, DEADLINE_MS);
  for (const outage of report.outages) {
    const { name, refused, slowestRefusalMs, firstAnswerMs } = outage;
    const times = `${refused} refused, the slowest in ${ms(slowestRefusalMs)}; first answer ${ms(firstAnswerMs)} after`;
    tell(name, `${times}; ${summed(outage)}`, outage.faults);
  }
  if (late.length) tell("times", "", late);
  return late.length + report.outages.reduce((sum, { faults }) => sum + faults.length, 0);
}

export async function overload({ seconds, knee }: Options): Promise<number> {
  const report = await runOverload({
    seconds: seconds ?? 5,
    times: [3, 5],
    knee: knee ?? "search",
  });
  const faults = [...report.faults, ...shortcomings(report)];
  const [started, warm] = report.idleMb.map((mb) => mb.toFixed(0));
  console.log(`knee ${report.knee}/s; at rest ${started} MB, after the knee ${warm} MB`);
  for (const flood of report.floods) {
    const goodput = `${flood.goodput.toFixed(0)}/s within 2 s, ${flood.ofKnee.toFixed(2)} of the knee's`;
    const times = `answered p99 ${ms(flood.answeredP99)}, refused p50 ${ms(flood.refusedP50)}, p99 ${ms(flood.refusedP99)}`;
    const rest = `neither ${(100 * flood.neither).toFixed(1)} %, ${flood.memoryMb.toFixed(0)} MB, client ${flood.clientBusy.toFixed(2)} busy`;
    console.log(
      `  ${flood.times} times, ${flood.offered.toFixed(0)}/s: ${goodput}; ${times}; ${rest}; ${JSON.stringify(flood.statuses)}`,
    );
  }
  tell("overload", `${report.floods.length} floods`, faults);
  return faults.length;
}

export async function sendCostlyBytes({ seconds }: Options): Promise<number> {
  const { figures, doors, faults } = await runBytes(seconds ?? 10);
  for (const { phase, p50, p99, longest, statuses } of figures)
    console.log(
      `  ${phase}: p50 ${ms(p50)}, p99 ${ms(p99)}, longest ${ms(longest)}; ${JSON.stringify(statuses)}`,
    );
  for (const answers of doors) console.log(`  ${answers}`);
  tell("costly bytes", `at most ${MOST_TIMES} times the latency alone`, faults);
  return faults.length;
}

export async function poolByPgBouncer({ seconds, clients }: Options): Promise<number> {
  const report = await runPgbouncer({ seconds: seconds ?? 20, rounds: 30, clients });
  const counts = `/ready ${JSON.stringify(report.ready)}, ${summed(report)}`;
  tell("PgBouncer", counts, report.faults);
  return report.faults.length;
}

export async function reconcile({ count }: Options): Promise<number> {
  const harness = await openOwnHarness();
  try {
    const { answered, cut, faults } = await reconcileDay(harness, { orders: count });
    const counts = `${answered} answered; of those without an answer ${cut.done} done, ${cut.unknown} not`;
    tell("a day reconciled", counts, faults);
    return faults.length;
  } finally {
    await harness.close();
  }
}

export async function upgrade({ from, count }: Options): Promise<number> {
  const commit = from ?? findPrevious();
  if (!commit) throw new Error(missingHistory);
  const previous = await openPrevious(commit);
  try {
    const report = await runUpgrade(previous, { ordersEach: Math.ceil(count / STAGES) });
    tell(`upgrade from ${commit.slice(0, 8)}`, summed(report), report.faults);
    return report.faults.length;
  } finally {
    previous.remove();
  }
}

export async function move({ times }: Options): Promise<number> {
  const { moved, others, switches, calledOff, faults } = await runMoves({ times });
  for (const { stoppedMs, unansweredMs } of switches)
    console.log(`  stopped for ${ms(stoppedMs)}, tills without a 200 for ${ms(unansweredMs)}`);
  const longest = (of: keyof (typeof switches)[number]) =>
    ms(Math.max(...switches.map((each) => each[of])));
  const counts = `${switches.length} switches, the longest stop ${longest("stoppedMs")}, without a 200 ${longest("unansweredMs")}, ${calledOff} stops called off`;
  tell("moves", `${counts}; ${summed(moved)}`, faults);
  tell("merchants that stayed", summed(others), []);
  return faults.length;
}

function summed(report: CampaignReport): string {
  const { orders, tries, answeredP50, answeredP99, errorsEndedMs, lastError } = report;
  const answered = `answered p50 ${ms(answeredP50)}, p99 ${ms(answeredP99)}`;
  const last = `last error ${ms(errorsEndedMs)} after the end${lastError && ` (${lastError})`}`;
  return `${orders} orders, tries ${JSON.stringify(tries)}, ${answered}, ${last}`;
}

function lateErrors({ errorsEndedMs }: CampaignReport): string[] {
  return errorsEndedMs > RECOVERY_MS
    ? [`errors ended ${ms(errorsEndedMs)} after, not ${RECOVERY_MS} ms`]
    : [];
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
