import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { meets, shown } from "../numbers.ts";
import type { Goal, Report, Settings } from "../types.ts";
import { cpuText, goalText } from "./print.ts";

/**
 * Writes reports into the document. A report replaces the text between the two HTML comments with its name,
 * or is appended if there are none. The rest of the document stays unchanged.
 */
export function writeDocument(file: string, reports: readonly Report[], settings: Settings): void {
  let text = readFileSync(file, "utf8");
  for (const report of reports) text = replacePart(text, report.name, partOf(report, settings));
  writeFileSync(file, text);
}

function replacePart(text: string, name: string, part: string): string {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const begin = text.indexOf(from);
  const end = text.indexOf(to);
  if (begin < 0 || end < 0) return `${text.trimEnd()}\n\n${from}\n${part}\n${to}\n`;
  return `${text.slice(0, begin + from.length)}\n${part}\n${text.slice(end)}`;
}

function partOf(report: Report, settings: Settings): string {
  const { rounds, seconds, connections } = settings;
  const how = report.rounds ? `${rounds} rounds of ${seconds} s, ${connections} connections; ` : "";
  return [
    `### ${report.name}`,
    "",
    `${report.title}. ${how}${machine()}, ${new Date().toISOString().slice(0, 10)}.`,
    "",
    ...(report.ratios.length + report.figures.length ? measured(report) : []),
    ...(report.rows.length ? contestants(report) : []),
    ...report.faults.slice(0, 10).map((fault) => `- **Wrong:** ${fault}`),
  ]
    .join("\n")
    .trimEnd();
}

function measured({ ratios, figures }: Report): string[] {
  return [
    "| measured | value | rounds | by processor time | wanted | |",
    "|---|---|---|---|---|---|",
    ...ratios.map(({ name, median, low, high, cpu, goal }) =>
      row(
        name,
        shown(median),
        `${shown(low)} – ${shown(high)}`,
        cpu === null ? "" : shown(cpu),
        ...wanted(median, goal),
      ),
    ),
    ...figures.map(({ name, value, unit, goal }) =>
      row(name, `${shown(value)}${unit === "x" ? "" : ` ${unit}`}`, "", "", ...wanted(value, goal)),
    ),
    "",
  ];
}

function contestants({ rows }: Report): string[] {
  return [
    "| | calls a second | p50 ms | p95 ms | p99 ms | CPU a call: server + database |",
    "|---|---|---|---|---|---|",
    ...rows.map(({ name, perSecond, latency, cpu }) => {
      const times = latency ? [latency.p50, latency.p95, latency.p99].map(shown) : ["", "", ""];
      return row(name, shown(perSecond), ...times, cpuText(cpu));
    }),
    "",
  ];
}

function wanted(value: number, goal: Goal | undefined): [string, string] {
  return goal ? [goalText(goal), meets(value, goal) ? "met" : "**missed**"] : ["", ""];
}

const row = (...cells: readonly string[]) => `| ${cells.join(" | ")} |`;

function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} × ${first?.model.trim() ?? "processor"}, ${memory} GiB, Node ${process.version}`;
}
