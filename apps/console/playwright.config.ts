import { defineConfig } from "@playwright/test";
import { findBrowser } from "./e2e/testing/browser.ts";
import { areNamed, enterWorld, worlds } from "./e2e/testing/worlds.ts";

const { baseURL } = enterWorld();

/**
 * `npm test` runs the journeys with the tag `@job`: one for each job that people do in the console, and one
 * that opens every page. `npm run test:more` runs all others (`playwright.more.config.ts`). A command line
 * that names tests runs them whatever their tags.
 */
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
    launchOptions: findBrowser(),
    locale: "en-GB",
    timezoneId: "Asia/Jakarta",
    contextOptions: { reducedMotion: "reduce" },
    // a test can neither watch nor change the requests of a service worker
    serviceWorkers: "block",
    trace: "on-first-retry",
  },
  projects: [
    { name: "sign in", testMatch: /sign-in\.setup\.ts/ },
    {
      name: "journeys",
      testMatch: /\.spec\.ts/,
      dependencies: ["sign in"],
      ...(areNamed ? {} : { grep: /@job/ }),
    },
  ],
  webServer: {
    command: "node e2e/testing/serve.ts",
    // each world's console says so once it listens
    wait: { stdout: new RegExp(worlds.map(() => "Console: http").join(".*"), "s") },
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    timeout: 300_000,
  },
});
