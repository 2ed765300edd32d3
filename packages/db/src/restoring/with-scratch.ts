import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filesIn } from "../embedded/files.ts";
import { openEmbedded } from "../embedded/open-embedded.ts";
import { readOwner } from "../embedded/owner.ts";
import { addressOf } from "../embedded/sessions.ts";
import { createScratchDatabase, type ScratchDatabase } from "./scratch-database.ts";

/** Where to create a scratch database, and when to drop it. */
export type ScratchOptions = {
  /** The address of a server; undefined: a server of our own, which is removed at the end. */
  readonly url: string | undefined;
  /** When it is aborted, the database is dropped, and `withScratch` rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /** Whether the database stays. */
  readonly keep: boolean;
};

/**
 * Runs `work` on a new database, and drops it at the end, after an error and when the signal is aborted. No
 * other database is changed.
 */
export async function withScratch<Result>(
  { url, signal, keep }: ScratchOptions,
  work: (scratch: ScratchDatabase) => Promise<Result>,
): Promise<Result> {
  const server = url === undefined ? await startThrowaway() : { url, stop: async () => {} };
  try {
    signal.throwIfAborted();
    const scratch = await createScratchDatabase(server.url);
    let working: Promise<Result> | undefined;
    try {
      signal.throwIfAborted();
      working = work(scratch);
      return await Promise.race([working, rejected(signal)]);
    } finally {
      if (!keep || signal.aborted) await scratch.drop();
      // after an abort its statements fail, because their sessions have ended
      await working?.catch(() => {});
    }
  } finally {
    await server.stop();
  }
}

function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Starts the embedded database in a new directory of the system's temporary files. */
async function startThrowaway() {
  const directory = await mkdtemp(join(tmpdir(), "stampbook-restore-check-"));
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    const open = await openEmbedded(directory, { connections: 1, migrate: false, isPatient: true });
    const files = filesIn(directory);
    const url = addressOf(files.password, readOwner(files)?.port ?? 0);
    return { url, stop: () => open.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
