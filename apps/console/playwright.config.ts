import { defineConfig } from "@playwright/test";
import { findBrowser } from "./e2e/testing/browser.ts";
import { freePort } from "./e2e/testing/ports.ts";

// workers read this file too, and inherit the port found by the first reading
process.env.E2E_CONSOLE_PORT ??= String(await freePort());
process.env.E2E_API_PORT ??= String(await freePort());
const port = process.env.E2E_CONSOLE_PORT;
const apiPort = process.env.E2E_API_PORT;
const baseURL = `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: "e2e",
  outputDir: ".test/e2e",
  workers: 1,
  forbidOnly: true,
  // a journey that fails runs once more, in a new worker and alone; one that then passes is reported as
  // flaky
  retries: 1,
  // for a busy machine
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: ".test/playwright.json" }]],
  use: {
    baseURL,
    launchOptions: await findBrowser(),
    locale: "en-GB",
    timezoneId: "Asia/Jakarta",
    trace: "retain-on-failure",
  },
  projects: [
    { name: "sign in", testMatch: /sign-in\.setup\.ts/ },
    { name: "journeys", testMatch: /\.spec\.ts/, dependencies: ["sign in"] },
  ],
  webServer: {
    command: "node e2e/testing/serve.ts",
    url: `${baseURL}/health`,
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    timeout: 300_000,
    env: { CONSOLE_PORT: port, API_PORT: apiPort, PUBLIC_URL: baseURL, API_URL: "" },
  },
});
