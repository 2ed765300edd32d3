import { defineConfig } from "@playwright/test";
import { freePort } from "@stampbook/db/testing/free-port";
import { findBrowser } from "./e2e/testing/browser.ts";

// Playwright's workers load this file too. They inherit the ports that the main process found.
for (const name of ["FRONT", "CONSOLE", "API", "INNER", "DEMO", "DEMO_API"])
  process.env[`DEPLOYED_${name}_PORT`] ??= String(await freePort());
const port = (name: string) => process.env[`DEPLOYED_${name}_PORT`] ?? "";
const front = `https://127.0.0.1:${port("FRONT")}`;
const demo = `http://127.0.0.1:${port("DEMO")}`;
// `ignoreHTTPSErrors` ignores errors of the certificate one by one, after which Chromium may give up
// (ERR_TOO_MANY_RETRIES). With the flag below there are no such errors.
const { args = [], ...browser } = findBrowser();
const gracefulShutdown = { signal: "SIGTERM", timeout: 20_000 } as const;

/**
 * Tests two running servers: the product as it is deployed, and the demo as `npm start` runs it. With
 * `STAMPBOOK_PACKED` the product is an unpacked release (`scripts/pack/packed.test.mjs`).
 */
export default defineConfig({
  testDir: "test",
  outputDir: ".test/deployed",
  // two, because some tests only wait until a slow connection is cut
  workers: 2,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: ".test/deployed.json" }]],
  use: {
    baseURL: front,
    ignoreHTTPSErrors: true,
    launchOptions: { ...browser, args: [...args, "--ignore-certificate-errors"] },
    locale: "en-GB",
    timezoneId: "Asia/Jakarta",
    trace: "retain-on-failure",
  },
  projects: [{ name: "deployed", testMatch: /\.spec\.ts/ }],
  webServer: [
    {
      command: "node test/testing/serve-production.ts",
      url: `${front}/health`,
      ignoreHTTPSErrors: true,
      stdout: "pipe",
      gracefulShutdown,
      timeout: 180_000,
    },
    {
      command: "node test/testing/serve-demo.ts",
      url: `${demo}/health`,
      gracefulShutdown,
      timeout: 180_000,
      env: {
        CONSOLE_PORT: port("DEMO"),
        API_PORT: port("DEMO_API"),
        PUBLIC_URL: demo,
        API_URL: "",
        // this run's NODE_ENV must not put the demo in production mode
        NODE_ENV: "",
        DATABASE_URL: "",
        // a release has no demo
        STAMPBOOK_PACKED: "",
      },
    },
  ],
});
