// The long forms of what `npm test` runs briefly.
//
//   npm run chaos -- races [--rounds 2000] [--clients 100] [--only word] [--naive]

import { parseArgs } from "node:util";
import setUp from "@stampbook/db/testing/global-setup";
import { races, runRace } from "./races/index.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "2000" },
    clients: { type: "string", default: "100" },
    only: { type: "string", default: "" },
    naive: { type: "boolean", default: false },
  },
});

const forms: Record<string, () => Promise<number>> = {
  races: runRaces,
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
    console.log(`${report.faults.length ? "✗" : "✓"} ${report.race}`);
    console.log(
      `  ${rounds} rounds in ${seconds.toFixed(1)} s, ${deadlocks} deadlocks, ${JSON.stringify(outcomes)}`,
    );
    for (const fault of report.faults.slice(0, 10)) console.log(`  ${fault}`);
    faults += report.faults.length;
  }
  return faults;
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
