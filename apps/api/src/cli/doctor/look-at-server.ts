import { statfs } from "node:fs/promises";
import {
  connect,
  type DatabaseLook,
  type Db,
  problemOfStandby,
  type ServerSettings,
} from "@stampbook/db";
import type { Env } from "../../env.ts";
import { explain } from "../explain.ts";
import type { Finding } from "../finding.ts";

const GIB = 2 ** 30;

/**
 * Lists the settings of server, database and role that affect calls. Those with which calls fail are a
 * problem, and in production those with which acknowledged calls can be lost.
 */
export function lookAtSettings(
  { production }: Pick<Env, "production">,
  { failing, careless, own }: ServerSettings,
): Finding {
  const lines = [
    ...failing.map((setting) => `${setting}: calls fail or are slow; reset it`),
    ...careless.map(
      (setting) => `${setting}: for trials only, since data can be lost or tables grow`,
    ),
    ...(own.length ? [`the role or the database also sets ${own.join(", ")}`] : []),
  ];
  return {
    ok: !failing.length && !(production && careless.length),
    of: "session",
    says: lines.join("\n") || "no setting of the server, the database or the role is in the way",
  };
}

/**
 * Whether the database server accepts the connections of one API process, and how many such processes it has
 * room for.
 */
export function lookAtPool({ pool }: Env, look: Pick<DatabaseLook, "mostConnections">): Finding {
  const of = "pool";
  const { mostConnections: most } = look;
  const says = `DATABASE_POOL is ${pool.connections}, and the server accepts ${most}`;
  const processes = Math.floor(most / pool.connections);
  return processes
    ? { ok: true, of, says: `${says}: enough for ${processes} process(es) of the API` }
    : { ok: false, of, says: `${says}: lower it, or raise max_connections` };
}

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

/** Tries the standby in `READ_DATABASE_URL`. An empty list if it is not set. */
export async function lookAtStandby({ standby, pool }: Env, primary: Db): Promise<Finding[]> {
  if (standby === undefined) return [];
  const of = "standby";
  const open = await connect({ url: standby }, { ...pool, connections: 1, migrate: false }).catch(
    explain,
  );
  if (typeof open === "string") return [{ ok: false, of, says: `READ_DATABASE_URL: ${open}` }];
  try {
    const problem = await problemOfStandby(primary, open.db);
    const says = problem ?? "it has applied the last changes, and runs the heavy reads";
    return [{ ok: problem === null, of, says: `READ_DATABASE_URL: ${says}` }];
  } finally {
    await open.close();
  }
}
