// Compares the product with the best that is possible, and with other products.
//
//   npm run bench                       all usual scenarios
//   npm run bench -- <name>…            only the scenarios with these names, or in these groups
//   npm run bench -- scale              scenarios with many rows
//   npm run bench -- profile [ping|<work>|transactions-add] [--trpc]
//                                       where the time goes, by package, by function and by statement
//   options: [--rounds 5] [--seconds 1.5] [--connections 32] [--customers 10000] [--size 1000000]
//            [--expiring 100000] [--members 100000] [--json] [--write]
//   --write puts the tables into docs/benchmarks.md

import { fileURLToPath } from "node:url";
import { readCommandLine } from "./command-line.ts";
import { readOptions } from "./options.ts";
import { runProfile } from "./profile/run-profile.ts";
import { writeDocument } from "./report/document.ts";
import { jsonLine } from "./report/json-line.ts";
import { printed } from "./report/print.ts";
import { runScenario } from "./run-scenario.ts";
import type { Report } from "./types.ts";

const document = fileURLToPath(new URL("../../../docs/benchmarks.md", import.meta.url));
const { settings, scenarios, profile, json, write } = readCommandLine(readOptions);

if (profile) {
  const lines = await runProfile(profile.name, settings, profile.over);
  console.log(lines.join("\n"));
  process.exit();
}

const reports: Report[] = [];
for (const scenario of scenarios) {
  console.log(scenario.title);
  const report = await runScenario(scenario, settings, console.log);
  console.log(`${printed(report)}\n`);
  reports.push(report);
}
if (write) writeDocument(document, reports, settings);
if (json) for (const report of reports) console.log(jsonLine(report));
process.exitCode = reports.some(({ faults }) => faults.length) ? 1 : 0;
