import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { npmBinaries } from "../embedded/binaries.ts";

const DEBIAN = "/usr/lib/postgresql";

/**
 * Finds the directory of initdb and postgres: that of the system's newest version, or else that of the npm
 * package.
 */
export function findBinaries(): string {
  return [...debian(), ...byPgConfig()].find(hasServer) ?? npmBinaries();
}

function debian(): string[] {
  if (!existsSync(DEBIAN)) return [];
  return readdirSync(DEBIAN)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, "bin"));
}

function byPgConfig(): string[] {
  try {
    return [execFileSync("pg_config", ["--bindir"], { encoding: "utf8", stdio: "pipe" }).trim()];
  } catch {
    return [];
  }
}

/** Whether the directory has the server's programs. Client packages include pg_config without the server. */
function hasServer(bin: string): boolean {
  return [".exe", ""].some(
    (end) => existsSync(join(bin, `initdb${end}`)) && existsSync(join(bin, `postgres${end}`)),
  );
}
