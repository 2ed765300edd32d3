import { latencyOf } from "../numbers.ts";
import { clockOf, measureCpu } from "../stage/measure.ts";
import type { Stage } from "../stage/stage.ts";
import type { Supply } from "../stage/supply.ts";
import type { Contestant } from "../types.ts";

/** Vouchers to prepare per second of a run: more than any machine redeems with this many calls at once. */
const mostASecond = (concurrent: number) => (concurrent === 1 ? 2_000 : 12_000);

export type VerbContestant = {
  readonly name: string;
  /** Calls under way at once. */
  readonly concurrent: number;
  readonly supply: Supply;
  /** Makes call number `n`. Returns the id of the redemption that the call made. */
  readonly call: (n: number) => Promise<number>;
  /** Called with the number of calls that were answered. */
  readonly count: (calls: number) => void;
};

/** Returns a contestant that calls a function in this process, without a service around it. */
export function byVerb(stage: Stage, options: VerbContestant): Contestant {
  const seen = new Set<number>();
  return {
    name: options.name,
    run: async (seconds) => {
      const range = await options.supply.take(Math.ceil(seconds * mostASecond(options.concurrent)));
      let next = range.from;
      const took: number[] = [];
      const faults: string[] = [];
      const drive = async (until: number) => {
        while (performance.now() < until && faults.length === 0) {
          if (next >= range.from + range.count) return faults.push("nothing was left to redeem");
          const from = performance.now();
          const id = await options.call(next++);
          took.push(performance.now() - from);
          if (seen.has(id)) faults.push(`the id ${id} is not new`);
          seen.add(id);
        }
      };
      const from = performance.now();
      const clocks = { server: clockOf(process.pid), database: stage.postgres.pid };
      const { cpu } = await measureCpu(clocks, async () => {
        const drivers = Array.from({ length: options.concurrent }, () =>
          drive(from + seconds * 1_000),
        );
        await Promise.all(drivers);
        return { calls: took.length };
      });
      const calls = took.length;
      options.count(calls);
      const perSecond = (calls * 1_000) / (performance.now() - from);
      return { calls, perSecond, latency: latencyOf(took), cpu, generator: null, faults };
    },
  };
}
