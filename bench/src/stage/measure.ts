import type { Cpu } from "../types.ts";
import { cpuOf, cpuOfFamily } from "./processes.ts";

/** What the processes spent on a call while `run` ran; it tells how many calls there were. */
export async function measureCpu<Told extends { readonly calls: number }>(
  pids: { readonly server: number | null; readonly database: number },
  run: () => Promise<Told>,
): Promise<{ readonly told: Told; readonly cpu: Cpu }> {
  const read = () => ({
    server: pids.server === null ? null : cpuOf(pids.server),
    database: cpuOfFamily(pids.database),
  });
  const before = read();
  const told = await run();
  const after = read();
  const perCall = (of: keyof Cpu) => {
    const [from, to] = [before[of], after[of]];
    return from === null || to === null || !told.calls ? null : (to - from) / told.calls;
  };
  return { told, cpu: { server: perCall("server"), database: perCall("database") } };
}
