// Lets only one process at a time write node_modules, even if several commands start at once in a fresh
// clone.
import { linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_AGAIN_MS = 200;
const SAY_SO_AFTER_MS = 3_000;
const TOUCH_MS = 1_000;
const GONE_AFTER_MS = 30_000;

/**
 * Runs the work once no other process does, under a lock file with the process's id. The owner touches
 * the file every second. After a reboot the owner's id may belong to another process, so a file that is
 * no longer touched is taken over. `onWait` is called once with the id of the process it waits for. If
 * `stopped` returns an exit code, `alone` returns it instead of doing the work.
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
      // Measured by this process's own clock, so that a wrong system clock or a machine that slept does not
      // matter.
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

/** Takes the lock. Returns nothing on success, else the id of the process that has it. */
function take(mine, lock) {
  for (;;) {
    try {
      return linkSync(mine, lock);
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const owner = ownerOf(lock);
    if (owner === undefined) continue;
    // A lock with this process's own id is a leftover: in a container the next start has the same id as the
    // killed process.
    if (owner !== process.pid && isAlive(owner)) return owner;
    rmSync(lock, { force: true });
  }
}

function touch(lock) {
  const now = new Date();
  try {
    utimesSync(lock, now, now);
  } catch {
    // the lock was removed by hand
  }
}

/** When the lock was last touched, in milliseconds. 0 if it has just been removed. */
function touchedAt(lock) {
  return statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The id of the process that has the lock; undefined if the lock has just been removed. */
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
