import { forgetOldRows } from "@stampbook/core/audit";
import type { CoreDeps } from "@stampbook/core/context";

const HOUR_MS = 3_600_000;

/**
 * Forgets old rows now and every hour, a little apart from other processes. Returns what ends it.
 */
export function keepHouse(core: CoreDeps, onError: (error: unknown) => void): () => void {
  const sweep = () => void forgetOldRows(core).catch(onError);
  const first = setTimeout(sweep, Math.random() * 60_000);
  const timer = setInterval(sweep, HOUR_MS);
  first.unref();
  timer.unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
