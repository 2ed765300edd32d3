import { fileURLToPath } from "node:url";

/**
 * The file with a person's cookies, in the world whose API has the port; by default, the worker's own world.
 */
export function sessionOf(name: string, apiPort = process.env.E2E_API_PORT): string {
  return fileURLToPath(new URL(`../../.test/sessions/${apiPort}/${name}.json`, import.meta.url));
}
