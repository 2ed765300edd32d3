import type { CoreDeps } from "@stampbook/core/context";
import { workOnJobs } from "@stampbook/core/vouchers";

const EVERY_MS = 1_000;

/** A task that runs repeatedly. It should return soon once `isStopped` returns true. */
type Task = (core: CoreDeps, isStopped: () => boolean) => Promise<unknown>;

/**
 * Runs a task again and again, with a pause of `everyMs` before each run. The default task works on queued
 * jobs. Returns a function that stops the runs, and resolves once the current run has ended.
 */
export function runBackgroundJobs(
  core: CoreDeps,
  onError: (error: unknown) => void,
  everyMs = EVERY_MS,
  task: Task = workOnJobs,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();

  async function work() {
    try {
      await task(core, () => stopped);
    } catch (error) {
      onError(error);
    }
  }

  function rest() {
    if (stopped) return;
    timer = setTimeout(() => {
      working = work().then(rest);
    }, everyMs);
    timer.unref();
  }

  rest();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await working;
  };
}
