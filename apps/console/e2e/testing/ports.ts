import { createServer } from "node:net";

/** Systems take ports for connections, and for servers that ask for any, from 32768 on. */
const [LOWEST, HIGHEST] = [20_000, 32_000];
const MOST_TRIES = 100;

/** A port that nobody listens on, and that no system gives away before our server has started. */
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
