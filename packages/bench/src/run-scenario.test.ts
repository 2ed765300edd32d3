import { expect, test } from "vitest";
import { slowest, throughput, time } from "./comparisons.ts";
import { runScenario } from "./run-scenario.ts";
import type { Contestant, Scenario, Slice } from "./types.ts";

const settings = {
  ...{ rounds: 1, seconds: 1, connections: 1, customers: 1, size: 1, expiring: 1 },
  members: 1,
};

/**
 * A contestant that ends its turn immediately. It reports 1/`slowness` of the speed, and `slowness` times the
 * work per call.
 */
const contestant = (name: string, slowness: number): Contestant => ({
  name,
  run: async (): Promise<Slice> => ({
    calls: 100,
    perSecond: 1_000 / slowness,
    latency: { p50: slowness, p95: 2 * slowness, p99: 3 * slowness },
    cpu: { server: 100 * slowness, database: 50 * slowness },
    generator: null,
    faults: [],
  }),
});

const scenario: Scenario = {
  name: "twice",
  title: "twice the work: the work once",
  group: "usual",
  open: async () => ({
    contestants: [contestant("ours", 2), contestant("theirs", 1)],
    comparisons: [
      { ...throughput("theirs", 0.5, "ours"), name: "throughput" },
      time("time", "ours", "theirs", { atMost: 2 }),
      slowest("p99", "p99", { ours: "ours", rival: "theirs", atMost: 2 }),
      slowest("p99 ms", "p99", { ours: "ours", rival: null, atMost: 6 }),
    ],
    prove: async () => [],
    close: async () => {},
  }),
};

test("a ratio by processor time runs the same way as the ratio beside it", async () => {
  const { ratios } = await runScenario(scenario, settings);
  expect(ratios.map(({ name, median, cpu }) => [name, median, cpu])).toEqual([
    ["throughput", 0.5, 0.5],
    ["time", 2, 2],
    ["p99", 2, null],
    ["p99 ms", 6, null],
  ]);
});
