import { readdir, readFile } from "node:fs/promises";
import { getPriority, setPriority } from "node:os";

const LESS = 10;
const LEAST = 19;

/**
 * Gives the threads that compute hashes a lower priority than the main thread, if the system schedules each
 * thread separately. A hash takes a core for 15 to 30 ms, and on a busy machine a call would wait behind it.
 * On other systems, or without permission, nothing changes.
 */
export async function letHashesGiveWay(): Promise<void> {
  try {
    const less = Math.min(LEAST, getPriority() + LESS);
    // this read starts libuv's thread pool, which has no threads before its first task
    await readFile("/proc/self/comm");
    for (const thread of await readdir("/proc/self/task")) {
      const name = await readFile(`/proc/self/task/${thread}/comm`, "utf8");
      if (name.startsWith("libuv-worker")) setPriority(Number(thread), less);
    }
  } catch {
    // there is no /proc (not Linux), or permission is missing
  }
}
