import type { CoreDeps } from "@stampbook/core/context";

/** A task that runs repeatedly. It should return soon once `isStopped` returns true. */
export type Task = (core: CoreDeps, isStopped: () => boolean) => Promise<unknown>;

/**
 * Runs a task again and again, with a pause of `everyMs` before each run. Returns a function that stops the
 * runs, and resolves once the current run has ended.
 */
export function runBackgroundJobs(
  core: CoreDeps,
  onError: (error: unknown) => void,
  everyMs: number,
  task: Task,
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
