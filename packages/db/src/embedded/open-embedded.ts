import { setTimeout as pause } from "node:timers/promises";
import { openServer } from "../connecting/server.ts";
import { isAway } from "../pool/is-away.ts";
import { limits } from "../pool/limits.ts";
import type { ConnectOptions, OpenDb } from "../types.ts";
import { filesIn, hasEmbeddedDatabase, keepToOwner } from "./files.ts";
import { startOwnServer } from "./own-server.ts";
import { announce, DatabaseInUse, describe, type Owner, own, readOwner } from "./owner.ts";
import { addressOf, waitUntilUnused } from "./sessions.ts";

const LOOK_AGAIN_MS = 100;
const SAY_SO_AFTER_MS = 1_000;

/** How long to wait for the server of an owner that is starting or ending. */
const LONGEST_MS = 120_000;

/**
 * Opens the embedded database in a directory: a PostgreSQL server whose data is there. The first process that
 * opens the directory owns it, starts the server, and stops it at the end. Others use the same server.
 *
 * With `isApi`, this process must be the owner. Throws `DatabaseInUse` if another API is; waits for the end
 * of a command that is. Throws `UnusableDirectory` if an earlier version made the data.
 */
export async function openEmbedded(directory: string, options: ConnectOptions): Promise<OpenDb> {
  const { isApi = false, onWait = () => {} } = options;
  hasEmbeddedDatabase(directory);
  keepToOwner(directory);
  const files = filesIn(directory);
  const since = performance.now();
  let isSaid = false;
  for (;;) {
    const release = own(files);
    if (release) return openAsOwner(directory, release, options);
    const owner = readOwner(files);
    if (isApi && owner?.isApi) throw new DatabaseInUse(owner.pid, directory);
    const waitedMs = performance.now() - since;
    if (!isApi && owner?.port) {
      try {
        return await openServer(addressOf(files.password, owner.port), options);
      } catch (error) {
        // the owner may have stopped the server meanwhile
        if (!isAway(error) || waitedMs > LONGEST_MS) throw error;
      }
    }
    if (!isSaid && waitedMs > SAY_SO_AFTER_MS) {
      isSaid = true;
      onWait(waitsFor(owner, directory));
    }
    await pause(LOOK_AGAIN_MS);
  }
}

const waitsFor = (owner: Owner | undefined, directory: string) =>
  `Waiting for ${describe(owner?.pid ?? 0)}, which uses the database in ${directory}.`;

/** Starts the server, opens it, and stops it when the database is closed. */
async function openAsOwner(
  directory: string,
  release: () => void,
  options: ConnectOptions,
): Promise<OpenDb> {
  const { isApi = false, connections = limits.connections, onWait = () => {} } = options;
  const files = filesIn(directory);
  try {
    announce(files, { pid: process.pid, isApi, port: 0 });
    const server = await startOwnServer(directory, connections);
    const address = addressOf(files.password, server.port);
    const stop = async () => {
      // others may use the server of a command: it stops after them
      if (!isApi) await waitUntilUnused(address, onWait);
      await server.stop();
    };
    try {
      const open = await openServer(address, options);
      announce(files, { pid: process.pid, isApi, port: server.port });
      return { ...open, close: () => open.close().finally(stop).finally(release) };
    } catch (cause) {
      await stop();
      throw cause;
    }
  } catch (cause) {
    release();
    throw cause;
  }
}
