import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Probing } from "./probe.ts";

/** The result of a probe: milliseconds per call, and the errors. */
export type Probed = { readonly took: readonly number[]; readonly faults: readonly string[] };

export type Probe = {
  readonly run: (seconds: number) => Promise<Probed>;
  readonly close: () => Promise<unknown>;
};

/** Starts the probe's thread. `run` repeats the call, with pauses, for the given seconds. */
export function openProbe(probing: Probing): Probe {
  const worker = new Worker(new URL("./probe.ts", import.meta.url), { workerData: probing });
  return {
    run: async (seconds) => {
      worker.postMessage(seconds);
      const [probed] = (await once(worker, "message")) as [Probed];
      return probed;
    },
    close: () => worker.terminate(),
  };
}
