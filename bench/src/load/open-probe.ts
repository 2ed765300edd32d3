import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Probing } from "./probe.ts";

/** What a probe has seen: milliseconds a call, and what was wrong. */
export type Probed = { readonly took: readonly number[]; readonly faults: readonly string[] };

export type Probe = {
  readonly run: (seconds: number) => Promise<Probed>;
  readonly close: () => Promise<unknown>;
};

/** Starts a thread that calls now and then. */
export function openProbe(of: Probing): Probe {
  const worker = new Worker(new URL("./probe.ts", import.meta.url), { workerData: of });
  return {
    run: async (seconds) => {
      worker.postMessage(seconds);
      const [probed] = (await once(worker, "message")) as [Probed];
      return probed;
    },
    close: () => worker.terminate(),
  };
}
