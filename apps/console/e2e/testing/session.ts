import { fileURLToPath } from "node:url";

/**
 * Returns the path of the file with a person's cookies. `apiPort` names the world (`worlds.ts`). The default
 * is the worker's own world.
 */
export function sessionOf(name: string, apiPort = process.env.E2E_API_PORT): string {
  return fileURLToPath(new URL(`../../.test/sessions/${apiPort}/${name}.json`, import.meta.url));
}
