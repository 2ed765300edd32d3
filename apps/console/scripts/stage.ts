import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { freePort } from "@stampbook/db/testing/free-port";
import { PASSWORD, people } from "../e2e/testing/merchant.ts";

const here = fileURLToPath(new URL("..", import.meta.url));

/** Starts a new server with the tests' merchants, on free ports. */
export async function startServer(): Promise<{ baseURL: string; stop: () => void }> {
  const { baseURL, env } = await newAddresses();
  // `linkTo` reads the server's mails from this port
  process.env.E2E_API_PORT = env.API_PORT;
  const server = spawn(process.execPath, [join(here, "e2e/testing/serve.ts")], {
    cwd: here,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...env, E2E_PORTS: `${env.CONSOLE_PORT} ${env.API_PORT}` },
  });
  await untilUp(server, baseURL);
  return { baseURL, stop: () => server.kill("SIGTERM") };
}

/** A running demo, as `npm start` starts it on an empty directory. */
export type Demo = {
  readonly baseURL: string;
  readonly passwords: Readonly<Record<"owner" | "cashier", string>>;
  /** Makes the call that the start prints. */
  readonly call: () => Promise<Response>;
  readonly stop: () => Promise<void>;
};

/**
 * Starts a demo on free ports, and waits until its eight weeks are complete. A later start would not print
 * its sign-ins.
 */
export async function startDemo(): Promise<Demo> {
  const { baseURL, env } = await newAddresses();
  const home = mkdtempSync(join(tmpdir(), "stampbook-demo-"));
  const server = spawn(process.execPath, [join(here, "../../scripts/up.mjs")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...env,
      NODE_ENV: "development" as const,
      DATABASE_URL: "",
      STAMPBOOK_DATA: join(home, "data"),
      // longer than usual, because other work may share the machine
      REQUEST_DEADLINE_MS: "50000",
      PAGE_READ_MS: "10000",
    },
  });
  let printed = "";
  server.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    printed += chunk;
  });
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill("SIGTERM");
      await once(server, "exit");
    }
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await untilUp(server, baseURL);
    while (!printed.includes("The demo is complete.")) await sleep(300);
  } catch (cause) {
    await stop();
    throw cause;
  }
  const passwordOf = (role: string) =>
    new RegExp(`${role}@example.com with (\\S+)`).exec(printed)?.[1] ?? "";
  return {
    baseURL,
    passwords: { owner: passwordOf("owner"), cashier: passwordOf("cashier") },
    call: () => callOf(printed),
    stop,
  };
}

/** Makes the call of a curl command as the start prints it. */
function callOf(printed: string): Promise<Response> {
  const [, url = "", options = ""] = /curl -X POST (\S+) (.*)\n/.exec(printed) ?? [];
  const headers = [...options.matchAll(/-H '([^:]+): ([^']+)'/g)];
  return fetch(url, {
    method: "POST",
    headers: Object.fromEntries(headers.map(([, name, value]) => [name, value])),
    body: /-d '([^']+)'/.exec(options)?.[1] ?? "",
  });
}

/** Returns the settings for two free ports, and the console's address. */
async function newAddresses() {
  const [port, apiPort] = [await freePort(), await freePort()];
  const baseURL = `http://127.0.0.1:${port}`;
  const ports = { CONSOLE_PORT: String(port), API_PORT: String(apiPort) };
  return { baseURL, env: { ...process.env, ...ports, PUBLIC_URL: baseURL, API_URL: "" } };
}

async function untilUp(server: ChildProcess, baseURL: string) {
  const isUp = () =>
    fetch(`${baseURL}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (server.exitCode !== null) throw new Error("The server did not start.");
    await sleep(300);
  }
}

/** Signs a person in, and opens the Till. */
export async function signIn(
  page: Page,
  email: string = people.owner,
  password: string = PASSWORD,
): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/till/);
}
