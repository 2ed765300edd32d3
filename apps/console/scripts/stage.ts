import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { PASSWORD, people } from "../e2e/testing/merchant.ts";
import { freePort } from "../e2e/testing/ports.ts";

const here = fileURLToPath(new URL("..", import.meta.url));

/** Starts a new server with the tests' merchants, on free ports. */
export async function startServer(): Promise<{ baseURL: string; stop: () => void }> {
  const [port, apiPort] = [await freePort(), await freePort()];
  const baseURL = `http://127.0.0.1:${port}`;
  // `linkTo` reads the server's mails from this port
  process.env.E2E_API_PORT = String(apiPort);
  const server = spawn(process.execPath, [join(here, "e2e/testing/serve.ts")], {
    cwd: here,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      CONSOLE_PORT: String(port),
      API_PORT: String(apiPort),
      PUBLIC_URL: baseURL,
      API_URL: "",
    },
  });
  const isUp = () =>
    fetch(`${baseURL}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (server.exitCode !== null) throw new Error("The server did not start.");
    await sleep(300);
  }
  return { baseURL, stop: () => server.kill("SIGTERM") };
}

/** Signs a person in, and opens the Till. */
export async function signIn(page: Page, email: string = people.owner): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/till/);
}
