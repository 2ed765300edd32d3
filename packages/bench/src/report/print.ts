import { meets, shown } from "../numbers.ts";
import type { Cpu, Goal, Report, Row } from "../types.ts";

/** A report for the person who runs the bench. */
export function printed(report: Report): string {
  return [
    `${report.name}: ${report.rounds} rounds`,
    ...report.rows.map((row) => `  ${rowText(row)}`),
    ...report.ratios.map(
      ({ name, median, low, high, goal, cpu }) =>
        `  ${mark(median, goal)} ${name}: ${shown(median)} (${shown(low)} to ${shown(high)}), wanted ${goalText(goal)}; by processor time ${cpu === null ? "–" : shown(cpu)}`,
    ),
    ...report.figures.map(
      ({ name, value, unit, goal }) =>
        `  ${goal ? mark(value, goal) : "·"} ${name}: ${shown(value)} ${unit}${goal ? `, wanted ${goalText(goal)}` : ""}`,
    ),
    ...report.faults.slice(0, 10).map((fault) => `  ✗ ${fault}`),
  ].join("\n");
}

function rowText({ name, perSecond, latency, cpu, generator }: Row): string {
  const parts = [
    `${name.padEnd(14)} ${shown(perSecond)}/s`,
    latency &&
      `p50 ${shown(latency.p50)} ms, p95 ${shown(latency.p95)} ms, p99 ${shown(latency.p99)} ms`,
    `cpu ${cpuText(cpu)}`,
    generator !== null && `generator ${(generator * 100).toFixed(0)} % busy`,
  ];
  return parts.filter(Boolean).join("; ");
}

/** The processor time per call in microseconds, of the server and of the database. */
export function cpuText({ server, database }: Cpu): string {
  const us = (number: number | null) => (number === null ? "–" : `${number.toFixed(0)} µs`);
  return `${us(server)} + ${us(database)}`;
}

export const goalText = (goal: Goal) =>
  "atLeast" in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`;

const mark = (value: number, goal: Goal) => (meets(value, goal) ? "✓" : "✗");
