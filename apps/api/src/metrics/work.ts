import type { BatchWatch } from "@stampbook/core/writing";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { BackgroundWatch } from "../running/background.ts";

const CALLS = [1, 2, 4, 8, 16, 32, 64];
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5];

/** Measures the statements that write calls in batches, by operation. */
export function measureBatches(register: Registry): Required<BatchWatch> {
  const shared = { labelNames: ["operation" as const], registers: [register] };
  const sizes = new Histogram({
    name: "stampbook_batch_calls",
    help: "Calls that one statement writes.",
    buckets: CALLS,
    ...shared,
  });
  const waits = new Histogram({
    name: "stampbook_batch_wait_seconds",
    help: "How long the oldest call of a statement waited in this process.",
    buckets: SECONDS,
    ...shared,
  });
  const again = new Counter({
    name: "stampbook_batch_calls_again_total",
    help: "Calls that were sent once more, because another call was faster or held a lock.",
    ...shared,
  });
  const halved = new Counter({
    name: "stampbook_batch_halved_total",
    help: "Statements that failed and were sent again in halves.",
    ...shared,
  });
  return {
    onSend: ({ operation, calls, again: repeated, waitedMs }) => {
      sizes.observe({ operation }, calls.length);
      waits.observe({ operation }, waitedMs / 1_000);
      if (repeated) again.inc({ operation }, repeated);
    },
    onHalved: (operation) => halved.inc({ operation }),
  };
}

/** Measures the work that no call waits for: jobs and messages. */
export function watchBackground(register: Registry): Omit<BackgroundWatch, "aroundSenders"> {
  const registers = [register];
  const shared = { labelNames: ["task" as const], registers };
  const success = new Gauge({
    name: "stampbook_job_last_success_timestamp_seconds",
    help: "When a job last ended without an error, in Unix time.",
    ...shared,
  });
  const seconds = new Gauge({
    name: "stampbook_job_last_seconds",
    help: "How long the last run of a job took.",
    ...shared,
  });
  const failures = new Counter({
    name: "stampbook_job_failures_total",
    help: "Runs of a job that failed.",
    ...shared,
  });
  const messages = new Counter({
    name: "stampbook_messages_total",
    help: "Attempts to send a message: sent, put_off (tried again later) or dead (given up).",
    labelNames: ["channel", "outcome"],
    registers,
  });
  return {
    around: async (job, work) => {
      const began = performance.now();
      try {
        const result = await work();
        success.set({ task: job }, Date.now() / 1_000);
        return result;
      } catch (error) {
        failures.inc({ task: job });
        throw error;
      } finally {
        seconds.set({ task: job }, (performance.now() - began) / 1_000);
      }
    },
    onRound: ({ sent, putOff, dead }, channel) => {
      messages.inc({ channel, outcome: "sent" }, sent);
      messages.inc({ channel, outcome: "put_off" }, putOff);
      messages.inc({ channel, outcome: "dead" }, dead);
    },
  };
}
