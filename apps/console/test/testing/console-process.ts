import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { product } from "./product.ts";

const { root, node, user } = product;
const main = join(root, "apps/console/src/server/main.ts");
const running = new Set<ChildProcess>();

/** Starts the console as a separate process, on a free port. `address` resolves once it listens. */
export async function startConsole(settings: Partial<NodeJS.ProcessEnv>) {
  const { PATH = "" } = process.env;
  const env: NodeJS.ProcessEnv = { NODE_ENV: "test", PATH, CONSOLE_PORT: "0", ...settings };
  const stdio = ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"];
  const child = spawn(node, [main], { env, cwd: root, stdio, ...user });
  running.add(child);
  let said = "";
  const address = new Promise<string>((resolve, reject) => {
    const hear = (part: Buffer) => {
      said += part.toString();
      const [, url] = /^Console: (\S+)$/m.exec(said) ?? [];
      if (url) resolve(url);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", () => reject(new Error(`It ended: ${said}`)));
  });
  // a process that ends before it listens is reported by `ended`
  address.catch(() => {});
  const ended = once(child, "close").then(([code]: (number | null)[]) => {
    running.delete(child);
    return code;
  });
  return { child, address, ended, said: () => said };
}

/** Kills the processes that a test has left running. */
export function killConsoles() {
  for (const child of running) child.kill("SIGKILL");
}
