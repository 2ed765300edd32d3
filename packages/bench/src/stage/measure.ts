import type { Cpu } from "../types.ts";
import { cpuOf, cpuOfFamily } from "./processes.ts";

/** Processor time so far, in microseconds; null without /proc, or if the process has ended. */
export type Clock = () => number | null;

export const clockOf =
  (pid: number): Clock =>
  () =>
    cpuOf(pid);

/**
 * Measures the processor time per call of a server and the database while `run` runs. `run` returns the
 * number of calls, and may call `begin` to exclude everything before.
 */
export async function measureCpu<Told extends { readonly calls: number }>(
  clocks: { readonly server: Clock; readonly database: number },
  run: (begin: () => void) => Promise<Told>,
): Promise<{ readonly told: Told; readonly cpu: Cpu }> {
  const read = () => ({ server: clocks.server(), database: cpuOfFamily(clocks.database) });
  let before = read();
  const told = await run(() => {
    before = read();
  });
  const after = read();
  const perCall = (part: keyof Cpu) => {
    const [from, to] = [before[part], after[part]];
    return from === null || to === null || !told.calls ? null : (to - from) / told.calls;
  };
  return { told, cpu: { server: perCall("server"), database: perCall("database") } };
}
