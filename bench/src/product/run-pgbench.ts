import { execFile } from "node:child_process";
import { existsSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Stage } from "../stage/stage.ts";
import type { Script } from "./pgbench-script.ts";

/** What a run of pgbench says of itself. */
export type PgbenchRun = { readonly calls: number; readonly perSecond: number };

/** As many connections as the service has. */
export const PGBENCH_CLIENTS = 8;

/** The pgbench beside the running server, else the one on PATH; undefined where there is none. */
export async function findPgbench(stage: Stage): Promise<string | undefined> {
  const name = process.platform === "win32" ? "pgbench.exe" : "pgbench";
  try {
    const beside = join(dirname(readlinkSync(`/proc/${stage.postgres.pid}/exe`)), name);
    if (existsSync(beside)) return beside;
  } catch {
    // no /proc here
  }
  return promisify(execFile)(name, ["--version"]).then(
    () => name,
    () => undefined,
  );
}

/** Runs a script for so many seconds with prepared statements; fails where any of its calls failed. */
export async function runPgbench(
  stage: Stage,
  program: string,
  script: Script,
  { seconds, variables }: { seconds: number; variables: Readonly<Record<string, number>> },
): Promise<PgbenchRun> {
  const file = join(stage.directory, "pgbench.sql");
  writeFileSync(file, script.text);
  const address = new URL(stage.url);
  const defined = Object.entries({ ...script.defined, ...variables });
  const { stdout } = await promisify(execFile)(
    program,
    [
      "--no-vacuum",
      "--protocol=prepared",
      `--client=${PGBENCH_CLIENTS}`,
      "--jobs=2",
      `--time=${Math.max(1, Math.round(seconds))}`,
      `--file=${file}`,
      ...defined.flatMap(([name, value]) => ["-D", `${name}=${value}`]),
      `--host=${address.hostname}`,
      `--port=${address.port}`,
      `--username=${address.username}`,
      address.pathname.slice(1),
    ],
    { env: { PGPASSWORD: address.password } },
  );
  const calls = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1]);
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  if (!calls || !perSecond) throw new Error(`pgbench did not run:\n${stdout}`);
  return { calls, perSecond };
}
