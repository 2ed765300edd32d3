// Runs the API and the console together. The console starts once the API answers. If one of the two ends, the
// other is stopped.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { constants } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const port = process.env.CONSOLE_PORT || "3000";
const host = process.env.CONSOLE_HOST || "127.0.0.1";
const apiPort = process.env.API_PORT || "4000";
const { API_HOST = "", TLS_CERT } = process.env;
const everywhere = ["", "0.0.0.0", "::"].includes(API_HOST);
// an IPv6 address stands in brackets in a URL
const apiHost = everywhere ? "127.0.0.1" : API_HOST.includes(":") ? `[${API_HOST}]` : API_HOST;
const apiUrl = (process.env.API_URL || `http://${apiHost}:${apiPort}`).replace(/\/+$/, "");
if (TLS_CERT && !process.env.API_URL) {
  console.error("TLS_CERT is set: set API_URL too, to the https address its certificate is for.");
  process.exit(1);
}
const settings = {
  ...process.env,
  API_PORT: apiPort,
  API_URL: apiUrl,
  CONSOLE_PORT: port,
  // Proves to the API that the console forwards a call. This file starts both, so a new secret for each start
  // is enough.
  CONSOLE_SECRET: process.env.CONSOLE_SECRET || randomBytes(32).toString("base64url"),
  PUBLIC_URL: process.env.PUBLIC_URL || `http://127.0.0.1:${port}`,
};
// How much later the API stops than the console, because the console's last calls need the API. It is longer
// than the console waits for requests that are still arriving. It is not added without a delay, or if the sum
// would be above `mostMs`. Then both stop at the same time.
const longerMs = 3_000;
// the API refuses a longer delay
const mostMs = 300_000;
const production = process.env.NODE_ENV === "production";
const delay = process.env.SHUTDOWN_DELAY_MS || (production ? "5000" : "0");
const apiSettings = {
  ...settings,
  SHUTDOWN_DELAY_MS:
    Number(delay) > 0 && Number(delay) + longerMs <= mostMs ? `${Number(delay) + longerMs}` : delay,
};
// the console is open to browsers, so it gets no settings that only the API needs
const apiOnly = /^((READ_)?DATABASE_URL|SECRET_KEY|SMTP_|SMS_|WHATSAPP_|TLS_|OTEL_)/;
const consoleSettings = Object.fromEntries(
  Object.entries(settings).filter(([name]) => !apiOnly.test(name)),
);
const patience = 15_000;
const running = new Set();
let stopping = false;

function stop(code) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const child of running) child.kill("SIGTERM");
  // requests in flight get time to finish, but a process that hangs must not keep its port
  const longest = Number(delay) + longerMs + Number(process.env.REQUEST_DEADLINE_MS || 10_000);
  setTimeout(() => {
    for (const child of running) child.kill("SIGKILL");
  }, longest + patience).unref();
}

function run(args, cwd, env) {
  // in the process group of this command, so that killing the group leaves no process on the ports
  const child = spawn(process.execPath, args, { cwd, env, stdio: "inherit" });
  running.add(child);
  child.once("error", (error) => {
    console.error(error.message);
    running.delete(child);
    stop(1);
  });
  child.once("exit", (code, signal) => {
    running.delete(child);
    stop(code ?? 128 + constants.signals[signal]);
  });
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(0));

const answers = () =>
  fetch(`${apiUrl}/health`, { signal: AbortSignal.timeout(5000) }).then(
    (response) => response.ok,
    () => false,
  );

// The largest size in MB of a semi-space, a part of V8's memory for young objects. With a higher value the
// API uses much more memory, and with a lower value it collects garbage more often.
const young = "--max-semi-space-size=16";
// relative paths in settings are relative to the folder in which the command was called
run([young, join(root, "apps/api/dist/server.js")], process.env.INIT_CWD ?? root, apiSettings);
let told = Date.now();
while (!stopping && !(await answers())) {
  if (Date.now() - told > patience) {
    told = Date.now();
    console.error(`Waiting for the API to answer on ${apiUrl}/health`);
  }
  await sleep(100);
}
if (!stopping) {
  const folder = join(root, "apps/console");
  run([join(folder, "src/server/main.ts"), "-H", host, "-p", port], folder, consoleSettings);
}
