// The long forms of what `npm test` runs briefly.
//
//   npm run chaos -- races [--rounds 2000] [--clients 100] [--only word] [--naive]
//   npm run chaos -- lost-answers [--times 100] [--only word]
//   npm run chaos -- kills [--times 100] [--naive]
//   npm run chaos -- commands [--count 10000] [--seed 1 [--path 0:1 --replay-path …]]

import { parseArgs } from "node:util";
import { operations } from "@stampbook/core/testing";
import setUp from "@stampbook/db/testing/global-setup";
import { runCommands } from "./commands/run-commands.ts";
import { runKills } from "./kills/run-kills.ts";
import { loseAnswers } from "./lost-answers/lose-answers.ts";
import { races, runRace } from "./races/index.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "2000" },
    clients: { type: "string", default: "100" },
    only: { type: "string", default: "" },
    naive: { type: "boolean", default: false },
    times: { type: "string", default: "100" },
    count: { type: "string", default: "10000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    path: { type: "string" },
    "replay-path": { type: "string" },
  },
});

const forms: Record<string, () => Promise<number>> = {
  races: runRaces,
  "lost-answers": loseAllAnswers,
  kills: runAllKills,
  commands: runAllCommands,
};

async function runRaces(): Promise<number> {
  let faults = 0;
  for (const race of races.filter(({ name }) => name.includes(values.only))) {
    const report = await runRace(race, {
      rounds: Number(values.rounds),
      clients: Number(values.clients),
      variant: values.naive ? "naive" : "ours",
    });
    const { rounds, seconds, deadlocks, outcomes } = report;
    const counts = `${rounds} rounds in ${seconds.toFixed(1)} s, ${deadlocks} deadlocks, ${JSON.stringify(outcomes)}`;
    tell(report.race, counts, report.faults);
    faults += report.faults.length;
  }
  return faults;
}

async function loseAllAnswers(): Promise<number> {
  let faults = 0;
  for (const operation of operations.filter(({ name }) => name.includes(values.only)))
    for (const cut of ["after", "before", "unknown"] as const) {
      const report = await loseAnswers(operation, { times: Number(values.times), cut });
      const { lost, replayed } = report;
      tell(
        `${report.operation}, cut ${cut}`,
        `${lost} lost, ${replayed} told again`,
        report.faults,
      );
      faults += report.faults.length;
    }
  return faults;
}

async function runAllKills(): Promise<number> {
  const variant = values.naive ? "naive" : "ours";
  const report = await runKills({ times: Number(values.times), variant });
  const { kills, midway, evaluated, faults, seconds } = report;
  const counts = `${kills} in ${seconds.toFixed(1)} s, ${midway} in the middle of a verification, ${evaluated.pins} PINs and ${evaluated.otps} OTPs evaluated before`;
  tell("kill -9", counts, faults);
  return faults.length;
}

/** A failure's text names the seed and the path with which it is repeated. */
async function runAllCommands(): Promise<number> {
  const { path, "replay-path": replayPath } = values;
  console.log(`seed ${values.seed}`);
  const { worlds, commands, outcomes } = await runCommands({
    count: Number(values.count),
    seed: Number(values.seed),
    ...(path ? { path } : {}),
    ...(replayPath ? { replayPath } : {}),
  });
  tell("commands", `${commands} on ${worlds} worlds, ${JSON.stringify(outcomes)}`, []);
  return 0;
}

function tell(name: string, counts: string, faults: readonly string[]) {
  console.log(`${faults.length ? "✗" : "✓"} ${name}: ${counts}`);
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
}

const form = forms[positionals[0] ?? ""];
if (!form) {
  console.error(`Which form? ${Object.keys(forms).join(", ")}`);
  process.exit(2);
}
const tearDown = await setUp();
try {
  process.exitCode = (await form()) ? 1 : 0;
} finally {
  await tearDown();
}
