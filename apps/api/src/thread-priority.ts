import { readdir, readFile } from "node:fs/promises";
import { getPriority, setPriority } from "node:os";

const LESS = 10;
const LEAST = 19;

/**
 * Lets the threads that hash give way to the one that answers, where the system schedules each by
 * itself: a hash takes a core for 15 to 30 ms, and on a busy machine a call would wait for its turn
 * behind it. Elsewhere, or where it is not allowed, nothing changes.
 */
export async function letHashesGiveWay(): Promise<void> {
  try {
    const less = Math.min(LEAST, getPriority() + LESS);
    // the pool starts with its first work
    await readFile("/proc/self/comm");
    for (const thread of await readdir("/proc/self/task")) {
      const name = await readFile(`/proc/self/task/${thread}/comm`, "utf8");
      if (name.startsWith("libuv-worker")) setPriority(Number(thread), less);
    }
  } catch {
    // no /proc: not Linux
  }
}
