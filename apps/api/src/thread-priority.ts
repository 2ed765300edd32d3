import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

const LESS = 10;

/**
 * Lets the threads that hash give way to the one that answers, where the system schedules each by
 * itself: a hash takes a core for 15 to 30 ms, and on a busy machine a call would wait for its turn
 * behind it. Elsewhere, or where it is not allowed, nothing changes.
 */
export function letHashesGiveWay(): void {
  try {
    for (const thread of readdirSync("/proc/self/task")) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, "utf8");
      if (name.startsWith("libuv-worker")) setPriority(Number(thread), LESS);
    }
  } catch {
    // no /proc: not Linux
  }
}
