import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { findProgram } from "./find-program.ts";
import type { Stage } from "./stage.ts";

/**
 * Exports all vouchers to a file, empties the table, and times how psql loads them again: the same rows
 * with the same indexes and checks. Returns milliseconds. Undefined without psql.
 */
export async function timeCopy(stage: Stage): Promise<number | undefined> {
  const psql = await findProgram(stage, "psql");
  if (!psql) return undefined;
  const file = join(stage.postgres.directory, "vouchers.copy");
  await stage.sql.unsafe(`copy vouchers to '${file}'`);
  await stage.sql`truncate vouchers cascade`;
  const from = performance.now();
  await promisify(execFile)(psql, [
    "--quiet",
    "--no-psqlrc",
    "--set=ON_ERROR_STOP=1",
    `--command=\\copy vouchers from '${file}'`,
    stage.url,
  ]);
  return performance.now() - from;
}
