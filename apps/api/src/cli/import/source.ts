import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Source } from "./read-records.ts";

const CHUNK = 262_144;

/** Reads a file on disk. Rejects if it does not exist. */
export async function fileSource(path: string): Promise<Source> {
  const { size } = await stat(path);
  return {
    name: path,
    bytes: size,
    open: () => createReadStream(path, { highWaterMark: CHUNK }),
  };
}

/** Reads a document in memory, as JSON. */
export function documentSource(name: string, document: unknown): Source {
  const bytes = Buffer.from(JSON.stringify(document));
  return {
    name,
    bytes: bytes.length,
    open: async function* () {
      yield bytes;
    },
  };
}
