import { readdirSync } from "node:fs";
import type { Mutation } from "./types.ts";

const folder = new URL("./list/", import.meta.url);
const areas = readdirSync(folder).filter((name) => name.endsWith(".ts"));

/** All mutations of the files in `list`. */
export const mutations: readonly Mutation[] = (
  await Promise.all(
    areas.map(async (name): Promise<Mutation[]> => {
      const area: Readonly<Record<string, readonly Mutation[]>> = await import(
        new URL(name, folder).href
      );
      return Object.values(area).flat();
    }),
  )
).flat();
