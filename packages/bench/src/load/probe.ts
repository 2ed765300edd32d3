// Makes one call after another, with a pause between. Runs in a separate thread, so that it measures the
// service and not the load generator. It stands for a till, which has its own processor, so it asks for the
// highest priority.
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { type Call, openConnection } from "./connection.ts";

/** The call that a probe repeats, the port, and the pause between calls. */
export type Probing = { readonly port: number; readonly call: Call; readonly pauseMs: number };

const FIRST = -20;
try {
  setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), FIRST);
} catch {
  // not Linux, or not allowed: the probe runs at normal priority
}

const { port, call, pauseMs } = workerData as Probing;
const connection = await openConnection(port);

parentPort?.on("message", async (seconds: number) => {
  const took: number[] = [];
  const faults = new Set<string>();
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    const sent = performance.now();
    const { status, body } = await connection.send(call);
    took.push(performance.now() - sent);
    if (status !== 200) faults.add(`${status} ${body}`);
    await sleep(pauseMs);
  }
  parentPort?.postMessage({ took, faults: [...faults] });
});
