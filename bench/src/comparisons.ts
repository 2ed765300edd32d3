import type { Comparison, Goal, Slice } from "./types.ts";

const inverse = (spent: number) => 1 / spent;

/** How many calls a second ours answers, over a rival's. */
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

/** How long one call takes where all are as busy, over a rival's. */
export function time(name: string, ours: string, rival: string, goal: Goal): Comparison {
  return { name, ours, rival, of: ({ perSecond }) => 1 / perSecond, ofCpu: (spent) => spent, goal };
}

/**
 * The slow calls, over a rival's, or in milliseconds where there is none. The processor time of a
 * call on average says nothing about them.
 */
export function slowest(
  name: string,
  of: "p95" | "p99",
  { ours, rival, atMost }: { ours: string; rival: string | null; atMost: number },
): Comparison {
  const slow = ({ latency }: Slice) => latency?.[of] ?? Number.NaN;
  return { name, ours, rival, of: slow, ofCpu: null, goal: { atMost } };
}
