import { statfs } from "node:fs/promises";
import type { Finding } from "../finding.ts";

const GIB = 2 ** 30;

/**
 * The free space of the volume with the embedded database: at least 1 GiB, and a tenth of the volume or 10 GiB.
 * The volume of a database server cannot be read from here.
 */
export async function lookAtDisk(directory: string, read = statfs): Promise<Finding> {
  const { bavail, blocks, bsize } = await read(directory);
  const free = bavail * bsize;
  const percent = Math.floor((100 * bavail) / blocks);
  const says = `${(free / GIB).toFixed(1)} GiB (${percent} %) are free for the database`;
  return { ok: free >= GIB && (percent >= 10 || free >= 10 * GIB), of: "disk", says };
}
