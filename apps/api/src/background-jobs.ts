import { forgetOldSessions } from "@stampbook/core/access";
import { workOnJobs } from "@stampbook/core/catalogue";
import type { CoreDeps } from "@stampbook/core/context";

const EVERY_MS = 1_000;
const HOUR_MS = 3_600_000;

/**
 * Works on jobs as they come, one after the other, and forgets ended sessions by the hour. Returns
 * what ends it, once the batch under way is written.
 */
export function runBackgroundJobs(
  core: CoreDeps,
  onError: (error: unknown) => void,
  everyMs = EVERY_MS,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  let forgot = 0;

  async function work() {
    try {
      await workOnJobs(core, () => stopped);
      if (performance.now() - forgot > HOUR_MS || forgot === 0) {
        forgot = performance.now();
        await forgetOldSessions(core);
      }
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
