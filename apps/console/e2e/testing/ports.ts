import { createServer } from "node:net";

/**
 * The range of the ports to try. It is below 32768, because systems assign higher ports to connections, and
 * to servers that ask for any port.
 */
const [LOWEST, HIGHEST] = [20_000, 32_000];
const MOST_TRIES = 100;

/**
 * Returns a free port below the range that systems assign. So the system gives the port to no other process
 * before our server starts. Throws if `MOST_TRIES` random ports are all in use.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port)) return port;
  }
  throw new Error("No port is free.");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
