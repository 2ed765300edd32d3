import { freePort } from "@stampbook/db/testing/free-port";

/** A world: a console with its API and database, which one worker at a time uses. */
export type World = {
  readonly port: string;
  readonly apiPort: string;
  readonly baseURL: string;
};

const WORLDS = 2;

/** Whether the command line names tests, by file or by title. One world is then enough. */
export const areNamed = process.argv
  .slice(3)
  .some(
    (word, index, words) =>
      /^(-g|--grep)/.test(word) || !(word.startsWith("-") || words[index - 1]?.startsWith("-")),
  );

// Playwright's workers and `serve.ts` load this file too. They inherit the ports that the main process found.
process.env.E2E_PORTS ??= (
  await Promise.all(Array.from({ length: areNamed ? 2 : 2 * WORLDS }, freePort))
).join(" ");

const ports = process.env.E2E_PORTS.split(" ");

export const worlds: readonly World[] = Array.from({ length: ports.length / 2 }, (_, index) => {
  const [port = "", apiPort = ""] = ports.slice(2 * index);
  return { port, apiPort, baseURL: `http://127.0.0.1:${port}` };
});

/**
 * Returns this worker's world. A process that is not a worker gets the first world. Sets `E2E_API_PORT`, by
 * which other files find the world.
 */
export function enterWorld(): World {
  const world = worlds[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (!world) throw new Error("There are more workers than worlds.");
  process.env.E2E_API_PORT = world.apiPort;
  return world;
}
