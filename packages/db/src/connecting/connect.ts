import { openEmbedded } from "../embedded/open-embedded.ts";
import type { ConnectOptions, DbLocation, OpenDb } from "../types.ts";
import { openServer } from "./server.ts";
import { withStandby } from "./standby.ts";

/** Opens the database, and applies missing migrations unless `options.migrate` is false. */
export async function connect(location: DbLocation, options: ConnectOptions = {}): Promise<OpenDb> {
  if ("url" in location) {
    const open = await openServer(location.url, options);
    const { standby, onStandbyRead = () => {}, ...rest } = options;
    if (standby === undefined) return open;
    const openStandby = () => openServer(standby, { ...rest, migrate: false });
    return withStandby(open, openStandby, onStandbyRead);
  }
  return openEmbedded(location.directory, options);
}
