import { once } from "node:events";
import { createServer } from "node:net";

/** Systems take ports for connections, and for servers that ask for any, from 32768 on. */
const [LOWEST, HIGHEST] = [20_000, 32_000];
const MOST_TRIES = 100;

/**
 * A port of loopback on which nobody listens, for a server that cannot choose one itself. It is one that
 * no system gives away, so it stays free until that server has started.
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
