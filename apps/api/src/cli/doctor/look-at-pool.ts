import type { DatabaseLook } from "@stampbook/db";
import type { Env } from "../../env.ts";
import type { Finding } from "../finding.ts";

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
