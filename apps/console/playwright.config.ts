import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findBrowser } from "./e2e/testing/browser.ts";
import { enterWorld, worlds } from "./e2e/testing/worlds.ts";

const { baseURL } = enterWorld();
/** The first world (`worlds.ts`) copies its database here, and the others start from the copy. */
const imported = join(tmpdir(), `stampbook-e2e-imported-${randomUUID()}`);

export default defineConfig({
  testDir: "e2e",
  outputDir: ".test/e2e",
  workers: worlds.length,
  forbidOnly: true,
  // a failed test runs once more, in a new worker; if it then passes, it is reported as flaky
  retries: 1,
  // long enough for a busy machine
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: ".test/playwright.json" }]],
  use: {
    baseURL,
    launchOptions: await findBrowser(),
    locale: "en-GB",
    timezoneId: "Asia/Jakarta",
    contextOptions: { reducedMotion: "reduce" },
    // a test can neither watch nor change the requests of a service worker
    serviceWorkers: "block",
    trace: "on-first-retry",
  },
  projects: [
    { name: "sign in", testMatch: /sign-in\.setup\.ts/ },
    { name: "journeys", testMatch: /\.spec\.ts/, dependencies: ["sign in"] },
  ],
  webServer: worlds.map((world) => ({
    command: "node e2e/testing/serve.ts",
    url: `${world.baseURL}/health`,
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    timeout: 300_000,
    env: {
      CONSOLE_PORT: world.port,
      API_PORT: world.apiPort,
      E2E_API_PORT: world.apiPort,
      PUBLIC_URL: world.baseURL,
      API_URL: "",
      E2E_IMPORTED: imported,
      // the tests name their own addresses (`test.ts`), as a proxy before the console would
      TRUSTED_PROXIES: "127.0.0.1",
    },
  })),
});
