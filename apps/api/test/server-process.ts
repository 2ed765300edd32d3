import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import manifest from "../package.json" with { type: "json" };

/** `node --flags dist/server.js`, as `npm start` and the API's own start script run it. */
const [, ...start] = manifest.scripts.start.split(" ");
const folder = fileURLToPath(new URL("..", import.meta.url));
const running = new Set<ChildProcess>();

/** The API as a process of its own: the bundle that `npm start` starts. */
export type ServerProcess = ReturnType<typeof startServer>;

/** Starts the process on a free port, and watches what it says and how it ends. */
export function startServer(settings: Record<string, string>) {
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, start, {
    cwd: folder,
    env: { PATH, API_PORT: "0", ...settings },
  });
  running.add(child);
  let said = "";
  const hear = (chunk: Buffer) => {
    said += chunk.toString();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  // not when it exits: what it said last may still be on its way then
  const ended = once(child, "close").then(([code]: (number | null)[]) => {
    running.delete(child);
    return code;
  });
  /** Waits until it has said something. */
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

/** Ends at once what a test has left running. */
export function killServers() {
  for (const child of running) child.kill("SIGKILL");
}

/** Waits until nobody listens at an address any more. */
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
