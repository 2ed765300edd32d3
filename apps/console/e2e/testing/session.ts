import { fileURLToPath } from "node:url";

/** The file with a person's cookies, as they signed in to the worker's world or to the one whose API has the port. */
export function sessionOf(name: string, apiPort = process.env.E2E_API_PORT): string {
  return fileURLToPath(new URL(`../../.test/sessions/${apiPort}/${name}.json`, import.meta.url));
}
