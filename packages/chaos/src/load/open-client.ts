import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { LoadOrder, LoadResult } from "./types.ts";

/** A process that sends load; see `client.ts`. */
export type LoadClient = {
  readonly send: (order: LoadOrder) => Promise<LoadResult>;
  readonly close: () => Promise<void>;
};

export function openClient(): LoadClient {
  const child = fork(fileURLToPath(new URL("./client.ts", import.meta.url)), { execArgv: [] });
  const ended = once(child, "exit");
  return {
    send: async (order) => {
      const answered = once(child, "message");
      child.send(order);
      const first = await Promise.race([answered, ended.then(() => null)]);
      if (!first) throw new Error("The process that sends load has ended.");
      return first[0] as LoadResult;
    },
    close: async () => {
      child.disconnect();
      await ended;
    },
  };
}

/** Returns how many values are at most `most`. */
export const countWithin = (values: readonly number[], most: number) =>
  values.filter((value) => value <= most).length;

/** Returns the value below which the given part of all values lies; 0 without values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
