// Measures the product against what it could be at best, and against what else one would run.
//
//   npm run bench                       every usual scenario
//   npm run bench -- <name>…            those alone
//   npm run bench -- scale              those on a million customers
//   npm run bench -- profile [ping|<work>] [--trpc]   where the time goes, by function and by statement
//   options: [--rounds 5] [--seconds 1.5] [--connections 32] [--customers 10000] [--size 1000000] [--json] [--write]
//   --write puts the tables into docs/benchmarks.md

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runProfile } from "./profile/run-profile.ts";
import { writeDocument } from "./report/document.ts";
import { jsonLine } from "./report/json-line.ts";
import { printed } from "./report/print.ts";
import { runScenario } from "./run-scenario.ts";
import { scenarios } from "./scenarios/index.ts";
import type { Report } from "./types.ts";

const document = fileURLToPath(new URL("../../docs/benchmarks.md", import.meta.url));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "1.5" },
    connections: { type: "string", default: "32" },
    customers: { type: "string", default: "10000" },
    size: { type: "string", default: "1000000" },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    trpc: { type: "boolean", default: false },
  },
});
const settings = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
  customers: Number(values.customers),
  size: Number(values.size),
};

if (positionals[0] === "profile") {
  const lines = await runProfile(
    positionals[1] ?? "redeem-voucher",
    settings,
    values.trpc ? "trpc" : "rest",
  );
  console.log(lines.join("\n"));
  process.exit();
}

const chosen = positionals.length
  ? scenarios.filter(({ name, group }) => positionals.includes(name) || positionals.includes(group))
  : scenarios.filter(({ group }) => group === "usual");
if (!chosen.length) {
  console.error(`Which one? ${scenarios.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
const reports: Report[] = [];
for (const scenario of chosen) {
  console.log(scenario.title);
  const report = await runScenario(scenario, settings, console.log);
  console.log(`${printed(report)}\n`);
  reports.push(report);
}
if (values.write) writeDocument(document, reports, settings);
if (values.json) for (const report of reports) console.log(jsonLine(report));
process.exitCode = reports.some(({ faults }) => faults.length) ? 1 : 0;
