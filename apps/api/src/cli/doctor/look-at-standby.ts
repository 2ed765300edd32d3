import { connect, type Db, problemOfStandby } from "@stampbook/db";
import type { Env } from "../../env.ts";
import { explain } from "../explain.ts";
import type { Finding } from "../finding.ts";

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
