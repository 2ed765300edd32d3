import { connect } from "../connecting/connect.ts";
import { filesIn } from "../embedded/files.ts";
import { readOwner } from "../embedded/owner.ts";
import { readPidFile } from "../embedded/postgres-server.ts";
import { addressOf } from "../embedded/sessions.ts";
import { patience, type TestDatabase } from "./databases.ts";

/** Opens the embedded database in a directory, as a command does. */
export async function openEmbeddedDatabase(directory: string): Promise<TestDatabase> {
  const open = await connect({ directory }, { ...patience, isPatient: true });
  const files = filesIn(directory);
  return { ...open, url: addressOf(files.password, readOwner(files)?.port ?? 0) };
}

/** Returns the process id of the server of an embedded database; 0 if none has the directory. */
export function embeddedServerOf(directory: string): number {
  return Number(readPidFile(filesIn(directory).data)[0] ?? 0);
}
