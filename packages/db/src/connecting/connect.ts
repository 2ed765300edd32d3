import { openEmbedded } from "../embedded/open-embedded.ts";
import type { ConnectOptions, DbLocation, OpenDb } from "../types.ts";
import { openServer } from "./server.ts";

/** Opens the database, and applies missing migrations unless `options.migrate` is false. */
export async function connect(location: DbLocation, options: ConnectOptions = {}): Promise<OpenDb> {
  if ("url" in location) return openServer(location.url, options);
  return openEmbedded(location.directory, options);
}
