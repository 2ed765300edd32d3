import type { Goal, Latency } from "./types.ts";

export function median(numbers: readonly number[]): number {
  return quantile([...numbers].sort(ascending), 0.5);
}

/** The lower quartile, the median and the upper quartile of numbers in any order. */
export function quartiles(numbers: readonly number[]): readonly [number, number, number] {
  const sorted = [...numbers].sort(ascending);
  return [quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)];
}

/** The percentiles of durations in milliseconds, in any order; null without durations. */
export function latencyOf(milliseconds: readonly number[]): Latency | null {
  if (!milliseconds.length) return null;
  const sorted = [...milliseconds].sort(ascending);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => quantile(sorted, part));
  return { p50: p50 as number, p95: p95 as number, p99: p99 as number };
}

/** The median of the numbers that are not null; null if there are none. */
export function medianOrNull(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((number) => number !== null);
  return known.length ? median(known) : null;
}

export function meets(value: number, goal: Goal): boolean {
  return "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;
}

/** Formats a number: no decimals from 100 on, one from 10 on, two below 10. A dash if it is not finite. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return "–";
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

const ascending = (one: number, other: number) => one - other;

function quantile(sorted: readonly number[], part: number): number {
  if (!sorted.length) return Number.NaN;
  const at = (sorted.length - 1) * part;
  const below = sorted[Math.floor(at)] as number;
  const above = sorted[Math.ceil(at)] as number;
  return below + (above - below) * (at - Math.floor(at));
}
