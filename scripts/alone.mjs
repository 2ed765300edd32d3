// One process at a time writes node_modules, however many commands are given at once in a fresh clone.
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_AGAIN_MS = 200;
const SAY_SO_AFTER_MS = 3_000;

/**
 * Does the work when nobody else does, under a lock file that holds the process's id.
 * `onWait` is told once whom it waits for; where `stopped` tells a code, that comes of it in place of the work.
 */
export async function alone(lock, work, { onWait, stopped, sayAfterMs = SAY_SO_AFTER_MS }) {
  const mine = `${lock}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  const since = performance.now();
  let isSaid = false;
  try {
    for (;;) {
      const owner = take(mine, lock);
      if (owner === undefined) break;
      if (stopped()) return stopped();
      if (!isSaid && performance.now() - since >= sayAfterMs) {
        isSaid = true;
        onWait(owner);
      }
      await sleep(LOOK_AGAIN_MS);
    }
    return await work().finally(() => rmSync(lock, { force: true }));
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Nothing where it is taken now, else the process that has it. */
function take(mine, lock) {
  for (;;) {
    try {
      return linkSync(mine, lock);
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const owner = ownerOf(lock);
    if (owner === undefined) continue;
    // in a container the next start has the id of the one that was killed
    if (owner !== process.pid && isAlive(owner)) return owner;
    rmSync(lock, { force: true });
  }
}

/** Nothing where it has just been left. */
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
