import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import manifest from "../package.json" with { type: "json" };

/** The arguments of the API's start script, which is `node --flags dist/server.js`. */
const [, ...start] = manifest.scripts.start.split(" ");
const folder = fileURLToPath(new URL("..", import.meta.url));
const running = new Set<ChildProcess>();

/**
 * The environment of a process that runs the bundle. Node keeps the compiled bundle, so that further starts
 * take half the time. A build of a changed bundle removes it.
 */
export const environment = {
  PATH: process.env.PATH ?? "",
  NODE_COMPILE_CACHE: join(folder, "dist/.compile-cache"),
};

/** The API as a separate process that runs the bundle of `npm start`. */
export type ServerProcess = ReturnType<typeof startServer>;

/**
 * Starts the process on a free port, and collects its output and its exit code. If `stdout` is an open file,
 * the standard output goes there and is not collected.
 */
export function startServer(settings: Record<string, string>, stdout: "pipe" | number = "pipe") {
  const child = spawn(process.execPath, start, {
    cwd: folder,
    env: { ...environment, API_PORT: "0", ...settings },
    stdio: ["pipe", stdout, "pipe"],
  });
  running.add(child);
  let said = "";
  const hear = (chunk: Buffer) => {
    said += chunk.toString();
  };
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  // "close", not "exit", because the last output may arrive after the exit
  const ended = once(child, "close").then(([code]: (number | null)[]) => {
    running.delete(child);
    return code;
  });
  /** Waits for output that matches. Returns the match, or its first group if it has one. */
  const hears = async (text: RegExp): Promise<string> => {
    for (;;) {
      const [whole, part] = text.exec(said) ?? [];
      if (whole !== undefined) return part ?? whole;
      if (child.exitCode !== null) throw new Error(`it ended: ${said}`);
      await pause(20);
    }
  };
  return { child, said: () => said, ended, hears, address: () => hears(/^API: (\S+)$/m) };
}

/** Kills all processes that a test has left running. */
export function killServers() {
  for (const child of running) child.kill("SIGKILL");
}

/** Waits until nothing listens at an address any more. */
export async function untilClosed(address: string): Promise<void> {
  const { hostname, port } = new URL(address);
  for (;;) {
    const socket = connect(Number(port), hostname);
    const isOpen = await new Promise((tell) =>
      socket.on("connect", () => tell(true)).on("error", () => tell(false)),
    );
    socket.destroy();
    if (!isOpen) return;
    await pause(20);
  }
}
