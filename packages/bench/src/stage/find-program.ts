import { execFile } from "node:child_process";
import { existsSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Stage } from "./stage.ts";

/** Finds a PostgreSQL program in the running server's folder, else on PATH. Undefined if it is in neither. */
export async function findProgram(
  stage: Stage,
  program: "pgbench" | "psql",
): Promise<string | undefined> {
  const name = process.platform === "win32" ? `${program}.exe` : program;
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
