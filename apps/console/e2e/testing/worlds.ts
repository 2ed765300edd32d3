import { freePort } from "./ports.ts";

/** A world: a console with its API and database, which one worker at a time uses. */
export type World = {
  readonly port: string;
  readonly apiPort: string;
  readonly baseURL: string;
};

const WORLDS = 2;

/** Tests that are named on the command line need one world alone. */
const areNamed = process.argv.some((word) => /\.spec|^(-g|--grep)/.test(word));

// Playwright's workers read this file too, and inherit the ports that its first reading found
process.env.E2E_PORTS ??= (
  await Promise.all(Array.from({ length: areNamed ? 2 : 2 * WORLDS }, freePort))
).join(" ");

const ports = process.env.E2E_PORTS.split(" ");

export const worlds: readonly World[] = Array.from({ length: ports.length / 2 }, (_, index) => {
  const [port = "", apiPort = ""] = ports.slice(2 * index);
  return { port, apiPort, baseURL: `http://127.0.0.1:${port}` };
});

/** This worker's world; outside of a worker, the first one. Other files find it by `E2E_API_PORT`. */
export function enterWorld(): World {
  const world = worlds[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (!world) throw new Error("There are more workers than worlds.");
  process.env.E2E_API_PORT = world.apiPort;
  return world;
}
