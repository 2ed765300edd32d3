import { openServer } from "./server.ts";
import type { ConnectOptions, DbLocation, OpenDb } from "./types.ts";

/** Opens the database, and applies the migrations that it lacks. */
export async function connect(location: DbLocation, options: ConnectOptions = {}): Promise<OpenDb> {
  if ("url" in location) return openServer(location.url, options);
  // a whole database server: only who runs on it loads it
  const { openEmbedded } = await import("./embedded.ts");
  return openEmbedded(location.directory, options);
}
