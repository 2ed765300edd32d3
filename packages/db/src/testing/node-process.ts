import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/**
 * Starts another Node process that runs a module's text. The text's imports are relative to packages/db/src.
 */
export function startNode(code: string, ...args: string[]) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code, ...args], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const complaints = text(child.stderr);
  return {
    pid: child.pid ?? 0,
    /** The next line that the process prints; undefined after it has ended. */
    line: async (): Promise<string | undefined> => (await lines.next()).value,
    /** Waits for the end of the process. Returns its exit code and its stderr. */
    end: async () => {
      await ended;
      return { code: child.exitCode, stderr: await complaints };
    },
    kill9: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
