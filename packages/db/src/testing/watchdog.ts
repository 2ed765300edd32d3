// Runs as a separate process, connected to its owner by a pipe. When the owner ends for any reason, the
// pipe closes, and the watchdog stops the server and removes its directory.
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";

const directory = process.argv[2];
let server = 0;

for await (const line of createInterface({ input: process.stdin })) server = Number(line);

if (server) {
  signal("SIGQUIT");
  for (let waited = 0; waited < 5_000 && signal(0); waited += 10) await pause(10);
  signal("SIGKILL");
}
if (directory) rmSync(directory, { recursive: true, force: true, maxRetries: 20 });

function signal(name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(server, name);
  } catch {
    return false;
  }
}
