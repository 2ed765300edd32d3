// Lets only one process at a time write node_modules, for example if several commands start together in a
// fresh clone.
import { linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_AGAIN_MS = 200;
const SAY_SO_AFTER_MS = 3_000;
const TOUCH_MS = 1_000;
const GONE_AFTER_MS = 30_000;

/**
 * Runs `work` once no other process holds the lock, and returns its result. The lock is a file with the
 * owner's process id. The owner touches the file every second. A waiting process removes the lock if no
 * process has the id, or if the file is no longer touched. The second check is needed, because after a reboot
 * the id may belong to another process. After `sayAfterMs`, a waiting process calls `onWait` once, with the
 * owner's id. If `stopped` returns an exit code during the wait, `alone` returns the code and does not run
 * `work`.
 */
export async function alone(
  lock,
  work,
  { onWait, stopped, sayAfterMs = SAY_SO_AFTER_MS, goneAfterMs = GONE_AFTER_MS },
) {
  const mine = `${lock}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  const since = performance.now();
  let isSaid = false;
  let touched = { at: 0, seen: since };
  try {
    for (;;) {
      const owner = take(mine, lock);
      if (owner === undefined) break;
      if (stopped()) return stopped();
      const at = touchedAt(lock);
      // Measured by this process's monotonic clock. So a wrong system clock or a sleeping machine has no
      // effect.
      if (at !== touched.at) touched = { at, seen: performance.now() };
      else if (performance.now() - touched.seen >= goneAfterMs) {
        rmSync(lock, { force: true });
        continue;
      }
      if (!isSaid && performance.now() - since >= sayAfterMs) {
        isSaid = true;
        onWait(owner);
      }
      await sleep(LOOK_AGAIN_MS);
    }
    const touching = setInterval(() => touch(lock), TOUCH_MS);
    return await work().finally(() => {
      clearInterval(touching);
      rmSync(lock, { force: true });
    });
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Creates the lock. Returns undefined on success, else the id of the process that owns the lock. */
function take(mine, lock) {
  for (;;) {
    try {
      return linkSync(mine, lock);
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const owner = ownerOf(lock);
    if (owner === undefined) continue;
    // A lock with this process's own id is left from a killed process: in a container, every start has the
    // same id.
    if (owner !== process.pid && isAlive(owner)) return owner;
    rmSync(lock, { force: true });
  }
}

function touch(lock) {
  const now = new Date();
  try {
    utimesSync(lock, now, now);
  } catch {
    // ignored: someone removed the lock file
  }
}

/** Returns the time at which the lock was last touched, in milliseconds. 0 if the lock no longer exists. */
function touchedAt(lock) {
  return statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Returns the id of the process that owns the lock. Undefined if the lock no longer exists. */
function ownerOf(lock) {
  try {
    return Number(readFileSync(lock, "utf8"));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

function isAlive(id) {
  try {
    return id > 0 && process.kill(id, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
