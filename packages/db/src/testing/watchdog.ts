// Runs as a process of its own, tied to its owner by a pipe: when the owner ends, however it ends,
// the pipe closes, and the server and its directory go.
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
