import { scriptOf } from "../product/pgbench-script.ts";
import { PGBENCH_CLIENTS, PGBENCH_WARM_UP, runPgbench } from "../product/run-pgbench.ts";
import type { Template } from "../product/template.ts";
import { measureCpu } from "../stage/measure.ts";
import { cpuOf, cpuOfEnded } from "../stage/processes.ts";
import type { Shop } from "../stage/shop.ts";
import type { Contestant } from "../types.ts";
import type { Work } from "../works/index.ts";
import { MOST_A_SECOND } from "./http.ts";

/** Each client numbers its own calls within its share of the run's numbers. */
const numbering = [
  "\\set i :i + 1",
  "\\set n :first + :client_id * :part + :i",
  "\\set redemption :ids + :client_id * :part + :i",
];

/**
 * Returns a contestant that runs `template` with pgbench, PostgreSQL's own load generator, without a server
 * in between.
 */
export function byPgbench(
  shop: Shop,
  work: Work,
  options: {
    readonly program: string;
    readonly template: Template;
    readonly firstRedemption: number;
    readonly count: (calls: number) => void;
  },
): Contestant {
  const script = scriptOf(options.template, [...numbering, ...work.sets]);
  let ids = options.firstRedemption;
  return {
    name: "pgbench",
    run: async (seconds) => {
      // `--time` takes whole seconds. At least two are needed: pgbench's first report ends the warm-up, and
      // the report may be late on a busy machine.
      const whole = Math.max(2, Math.round(seconds));
      const wanted = (whole + PGBENCH_WARM_UP) * MOST_A_SECOND;
      const range = await shop.supply[work.supply ?? "none"].take(wanted);
      const variables = {
        i: -1,
        first: range.from,
        part: Math.floor(wanted / PGBENCH_CLIENTS),
        ids,
        customers: shop.customers,
      };
      ids += wanted;
      let running = 0;
      const { told, cpu } = await measureCpu(
        {
          server: () => (cpuOfEnded(process.pid) ?? 0) + (cpuOf(running) ?? 0),
          database: shop.stage.postgres.pid,
        },
        (begin) =>
          runPgbench(shop.stage, options.program, script, {
            seconds: whole,
            variables,
            onStart: (pid) => {
              running = pid;
            },
            onWarm: begin,
          }),
      );
      options.count(told.all);
      return { ...told, cpu, latency: null, generator: null, faults: [] };
    },
  };
}
