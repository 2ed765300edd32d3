import { fileURLToPath } from "node:url";

/** Where the cookies of a person are kept while a run lasts. */
export function sessionOf(name: string): string {
  return fileURLToPath(new URL(`../../.test/sessions/${name}.json`, import.meta.url));
}
