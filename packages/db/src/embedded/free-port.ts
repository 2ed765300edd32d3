import { once } from "node:events";
import { createServer } from "node:net";

/** Below 32768: systems assign higher ports to connections, and to servers that ask for any port. */
const [LOWEST, HIGHEST] = [20_000, 32_000];
const MOST_TRIES = 100;

/**
 * Returns a free port on loopback, for a server that cannot choose a port itself. Systems do not assign ports
 * of this range, so the port stays free until the server has started.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    const probe = createServer();
    const isFree = await new Promise<boolean>((tell) => {
      probe.once("error", () => tell(false));
      probe.listen(port, "127.0.0.1", () => tell(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
  throw new Error("No port is free.");
}
