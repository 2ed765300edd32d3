import { execFileSync } from "node:child_process";
import { openClient } from "./databases.ts";
import { currentRun } from "./run.ts";

/** Whether PATH has PostgreSQL's client programs in the version of the run's server or a newer one. */
export async function hasClientPrograms(): Promise<boolean> {
  const client = openClient(currentRun().adminUrl);
  const [row] = await client`select current_setting('server_version_num')::int / 10000 as major`;
  await client.end();
  const isThere = majorOf("pg_dump") >= row?.major && majorOf("psql") > 0;
  if (!isThere)
    console.warn("pg_dump of the server's version is not installed: its tests are skipped.");
  return isThere;
}

function majorOf(program: string): number {
  try {
    const version = execFileSync(program, ["--version"], { encoding: "utf8", stdio: "pipe" });
    return Number(/\) (\d+)/.exec(version)?.[1]);
  } catch {
    return 0;
  }
}
