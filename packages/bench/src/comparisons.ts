import type { Comparison, Goal, Slice } from "./types.ts";

const inverse = (spent: number) => 1 / spent;

/** Compares calls per second: ours divided by a rival's. */
export function throughput(rival: string, atLeast: number, ours = "stampbook"): Comparison {
  return {
    name: rival,
    ours,
    rival,
    of: ({ perSecond }) => perSecond,
    ofCpu: inverse,
    goal: { atLeast },
  };
}

/** Compares the time of one call under equal load: ours divided by a rival's. */
export function time(name: string, ours: string, rival: string, goal: Goal): Comparison {
  return { name, ours, rival, of: ({ perSecond }) => 1 / perSecond, ofCpu: (spent) => spent, goal };
}

/**
 * Compares a percentile of latency: ours divided by the rival's, or ours in milliseconds if `rival` is null.
 * `ofCpu` is null, because the processor time is only known as an average.
 */
export function slowest(
  name: string,
  percentile: "p95" | "p99",
  { ours, rival, atMost }: { ours: string; rival: string | null; atMost: number },
): Comparison {
  const slow = ({ latency }: Slice) => latency?.[percentile] ?? Number.NaN;
  return { name, ours, rival, of: slow, ofCpu: null, goal: { atMost } };
}
