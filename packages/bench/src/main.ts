// Compares the product with the best that is possible, and with its other revisions.
//
//   npm run bench                       all usual scenarios
//   npm run bench -- <name>…            only the scenarios with these names, or in these groups
//   npm run bench -- scale              scenarios with many rows
//   npm run bench -- pair <operation> [--against HEAD] [--rounds 300]
//                                       its statement here, and in another revision: the database's processor time
//   options: [--rounds 5] [--seconds 1.5] [--connections 32] [--customers 10000] [--size 1000000]
//            [--expiring 100000] [--members 100000] [--json] [--write]
//   --write puts the tables into docs/benchmarks.md

import { fileURLToPath } from "node:url";
import { readCommandLine } from "./command-line.ts";
import { readOptions } from "./options.ts";
import { runPair } from "./pair/run-pair.ts";
import { writeDocument } from "./report/document.ts";
import { jsonLine } from "./report/json-line.ts";
import { printed } from "./report/print.ts";
import { runScenario } from "./run-scenario.ts";
import type { Report } from "./types.ts";

const document = fileURLToPath(new URL("../../../docs/benchmarks.md", import.meta.url));
const { settings, scenarios, pair, json, write } = readCommandLine(readOptions);

if (pair) {
  const lines = await runPair(pair.name, pair);
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
