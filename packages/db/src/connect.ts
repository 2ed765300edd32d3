import { openEmbedded } from "./embedded.ts";
import { openServer } from "./server.ts";
import type { ConnectOptions, DbLocation, OpenDb } from "./types.ts";

/** Opens the database and applies the migrations that it lacks. */
export function connect(location: DbLocation, options: ConnectOptions = {}): Promise<OpenDb> {
  return "url" in location
    ? openServer(location.url, options)
    : openEmbedded(location.directory, options);
}
