import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openClient } from "./databases.ts";
import { ownDirectory } from "./directory.ts";
import { type RunningPostgres, runCluster } from "./postgres.ts";

/** A streaming standby of a server; `promote` makes it a primary. */
export type RunningStandby = RunningPostgres & { readonly promote: () => Promise<void> };

/**
 * Copies a running server and starts the copy as its standby. The copy is made with the server's backup
 * functions, because npm's binaries have no pg_basebackup.
 */
export async function startStandby(primary: RunningPostgres): Promise<RunningStandby> {
  const home = ownDirectory({ isInMemory: true });
  try {
    const data = join(home.path, "data");
    const client = openClient(primary.adminUrl);
    try {
      await client`select pg_backup_start('standby', true)`;
      cpSync(join(primary.directory, "data"), data, { recursive: true, verbatimSymlinks: true });
      const [backup] = await client`select labelfile from pg_backup_stop(false)`;
      writeFileSync(join(data, "backup_label"), backup?.labelfile);
    } finally {
      await client.end();
    }
    for (const name of ["postmaster.pid", "postmaster.opts"])
      rmSync(join(data, name), { force: true });
    writeFileSync(join(data, "standby.signal"), "");
    chmodSync(data, 0o700);
    // the copied files belong to root, but the server runs as another account
    if (home.account)
      execFileSync("chown", ["-R", `${home.account.uid}:${home.account.gid}`, home.path]);
    const { hostname, port, username, password } = new URL(primary.adminUrl);
    const primary_conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
    const standby = await runCluster(home, password, {
      settings: { primary_conninfo, hot_standby: "on" },
    });
    const promote = async () => {
      const admin = openClient(standby.adminUrl);
      try {
        await admin`select pg_promote(true)`;
      } finally {
        await admin.end();
      }
    };
    return {
      ...standby,
      get pid() {
        return standby.pid;
      },
      promote,
    };
  } catch (cause) {
    await home.remove();
    throw cause;
  }
}
