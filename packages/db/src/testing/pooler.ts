import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../embedded/free-port.ts";
import { ownDirectory } from "./directory.ts";

/** A PgBouncer on loopback in front of a database's server. It ends with this process. */
export type RunningPooler = {
  /** The same database, through the pooler. */
  readonly url: string;
  readonly stop: () => Promise<void>;
};

const PLACES = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"];
const program = PLACES.find((place) => existsSync(place));

/** Whether PgBouncer is installed. If not, prints a warning, and the tests that need it are skipped. */
export function hasPgbouncer(): boolean {
  if (!program) console.warn("PgBouncer is not installed: its tests are skipped.");
  return program !== undefined;
}

/** Starts PgBouncer in transaction mode, with further settings by name. */
export async function startPgbouncer(
  url: string,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<RunningPooler> {
  if (!program) throw new Error("PgBouncer is not installed.");
  const home = ownDirectory();
  try {
    const { hostname, port, username, password } = new URL(url);
    const listening = await freePort();
    const own = {
      listen_addr: "127.0.0.1",
      listen_port: listening,
      unix_socket_dir: "",
      auth_type: "scram-sha-256",
      auth_file: join(home.path, "users"),
      pool_mode: "transaction",
      default_pool_size: 5,
      max_client_conn: 500,
      ...settings,
    };
    const lines = Object.entries(own).map(([name, value]) => `${name} = ${value}`);
    const file = (name: string, text: string) => {
      const path = join(home.path, name);
      writeFileSync(path, text, { mode: 0o600 });
      if (home.account) chownSync(path, home.account.uid, home.account.gid);
      return path;
    };
    file("users", `"${username}" "${password}"\n`);
    const ini = file(
      "pgbouncer.ini",
      `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\n${lines.join("\n")}\n`,
    );
    const child = spawn(program, ["-q", ini], {
      cwd: home.path,
      stdio: ["ignore", "ignore", "pipe"],
      ...home.account,
    });
    home.watch(child.pid ?? 0);
    let log = "";
    child.stderr.on("data", (chunk: Buffer) => {
      log += chunk.toString();
    });
    await untilListening(child, listening, () => log);
    child.unref();
    const through = new URL(url);
    through.port = String(listening);
    return { url: through.href, stop: home.remove };
  } catch (cause) {
    await home.remove();
    throw cause;
  }
}

async function untilListening(child: ChildProcess, port: number, log: () => string) {
  while (child.exitCode === null && child.signalCode === null) {
    const socket = connect(port, "127.0.0.1");
    const answers = await Promise.race([
      once(socket, "connect").then(
        () => true,
        () => false,
      ),
      pause(1_000, false),
    ]);
    socket.destroy();
    if (answers) return;
    await pause(10);
  }
  throw new Error(`PgBouncer did not start:\n${log()}`);
}
