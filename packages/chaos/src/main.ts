// The long versions of suites that `npm test` and `npm run test:more` run briefly.
//
//   npm run chaos -- races [--rounds 2000] [--clients 100] [--naive]
//   npm run chaos -- lost-answers [--times 100] [--only word]
//   npm run chaos -- kills [--times 100] [--naive]     npm run test:more does 100
//   npm run chaos -- commands [--count 10000] [--seed 1 [--path 0:1 --replay-path …]]
//
// Suites that start processes of the bundled API. Some also check times here, which npm test never does:
//
//   npm run chaos -- backends-terminated [--seconds 60]
//   npm run chaos -- api-kills [--times 30]
//   npm run chaos -- embedded-kills [--times 20]
//   npm run chaos -- primary-vanishes [--seconds 20]
//   npm run chaos -- pgbouncer [--seconds 20]
//   npm run chaos -- upgrade [--count 10000] [--from HEAD~5]
//   npm run chaos -- reconcile [--count 500]
//   npm run chaos -- move [--times 20]
//   npm run chaos -- overload [--seconds 5] [--knee 1000]
//   npm run chaos -- costly-bytes [--seconds 10]
//
// Repeats the proofs of S1 to S11 of the second security review against the bundled API in production mode,
// and prints what it answers now:
//
//   npm run chaos -- findings [--seconds 3]
//
// Removes the security checks one by one; each has a test that must then fail:
//
//   npm run chaos -- mutations [--only M4,T13]

import { readCommandLine } from "@stampbook/bench/command-line";
import { openOwnHarness } from "@stampbook/core/testing";
import setUp from "@stampbook/db/testing/global-setup";
import { openArena } from "./arena.ts";
import { runCommands } from "./commands/run-commands.ts";
import { repeatFindings } from "./findings/repeat-findings.ts";
import { runKills } from "./kills/run-kills.ts";
import { loseAnswers } from "./lost-answers/lose-answers.ts";
import { runAllMutations } from "./mutations/run-all-mutations.ts";
import { type Options, readOptions } from "./options.ts";
import { runRace } from "./races/run-race.ts";
import { tell } from "./tell.ts";
import {
  killApis,
  killEmbedded,
  loseBackends,
  losePrimary,
  move,
  overload,
  poolByPgBouncer,
  reconcile,
  sendCostlyBytes,
  upgrade,
} from "./under-faults.ts";

/** The function that runs each suite. It returns the number of faults. */
const forms: Record<Options["form"], (options: Options) => Promise<number>> = {
  races: runRaces,
  "lost-answers": loseAllAnswers,
  kills: runAllKills,
  commands: runAllCommands,
  "backends-terminated": loseBackends,
  "api-kills": killApis,
  "embedded-kills": killEmbedded,
  "primary-vanishes": losePrimary,
  overload,
  "costly-bytes": sendCostlyBytes,
  pgbouncer: poolByPgBouncer,
  upgrade,
  reconcile,
  move,
  findings: repeatFindings,
  mutations: ({ mutations }) => runAllMutations(mutations),
};

async function runRaces({ rounds, clients, variant }: Options): Promise<number> {
  const arena = await openArena();
  let faults = 0;
  for (const withPin of [false, true]) {
    const isNaive = variant === "naive";
    const report = await runRace(arena, { rounds, clients, withPin, isNaive });
    const counts = `${report.rounds} rounds in ${report.seconds.toFixed(1)} s, ${JSON.stringify(report.outcomes)}`;
    tell(`races ${withPin ? "with" : "without"} PIN`, counts, report.faults);
    faults += report.faults.length;
  }
  const { deadlocks } = await arena.close();
  tell("all races", `${deadlocks} deadlocks`, deadlocks ? ["The database saw deadlocks."] : []);
  return faults + deadlocks;
}

async function loseAllAnswers({ operations, times }: Options): Promise<number> {
  const harness = await openOwnHarness();
  let faults = 0;
  for (const operation of operations)
    for (const cut of ["after", "before", "unknown"] as const) {
      const report = await loseAnswers(harness, operation, { times, cut });
      const { lost, replayed } = report;
      tell(
        `${report.operation}, cut ${cut}`,
        `${lost} lost, ${replayed} told again`,
        report.faults,
      );
      faults += report.faults.length;
    }
  await harness.close();
  return faults;
}

async function runAllKills(options: Options): Promise<number> {
  const report = await runKills(options);
  const { kills, midway, evaluated, faults, seconds } = report;
  const counts = `${kills} in ${seconds.toFixed(1)} s, ${midway} in the middle of a verification, ${evaluated.pins} PINs, ${evaluated.passwords} passwords and ${evaluated.otps} OTPs evaluated before`;
  tell("kill -9", counts, faults);
  return faults.length;
}

/**
 * Runs commands on worlds (see `Model`). A failure's text names the seed and the path that repeat the
 * failure.
 */
async function runAllCommands(options: Options): Promise<number> {
  console.log(`seed ${options.seed}`);
  const { worlds, commands, outcomes } = await runCommands(options);
  tell("commands", `${commands} on ${worlds} worlds, ${JSON.stringify(outcomes)}`, []);
  return 0;
}

const options = readCommandLine(readOptions);
const tearDown = await setUp();
try {
  process.exitCode = (await forms[options.form](options)) ? 1 : 0;
} finally {
  await tearDown();
}
