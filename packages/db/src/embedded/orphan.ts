import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readPidFile } from "./postgres-server.ts";

const LOOK_AGAIN_MS = 50;
const LONGEST_MS = 60_000;

/**
 * Ends the server that an owner left behind when it was killed, and waits for its end. Does nothing if there
 * is none. Only the owner of the directory may call this: no other process then uses the server.
 */
export async function endOrphan(data: string): Promise<void> {
  const pid = Number(readPidFile(data)[0]);
  if (!pid) return;
  const since = performance.now();
  let isAsked = false;
  while (commandOf(pid)?.includes(data)) {
    // the kernel may have asked it already (`runAs`)
    if (!isAsked) interrupt(pid);
    isAsked = true;
    if (performance.now() - since > LONGEST_MS)
      throw new Error(`Process ${pid} still runs the database in ${data}. End it, then try again.`);
    await pause(LOOK_AGAIN_MS);
  }
  // After a reboot, or in a container, the id in the file may be that of another process. PostgreSQL would
  // then refuse to start.
  if (commandOf(pid) !== undefined) rmSync(join(data, "postmaster.pid"), { force: true });
}

/**
 * Returns the command line of a process: its arguments, or one text where the system has no list of them.
 * Undefined if there is no such process, or on Windows.
 */
function commandOf(pid: number): readonly string[] | string | undefined {
  try {
    if (process.platform === "linux")
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    if (process.platform === "win32") return undefined;
    return execFileSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" });
  } catch {
    return undefined;
  }
}

function interrupt(pid: number) {
  try {
    process.kill(pid, "SIGINT");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
