import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "@stampbook/db/testing/global-setup",
    // a test may start databases and API processes, and `npm test` runs four files at once: two in each of
    // two packages
    testTimeout: 900_000,
    hookTimeout: 900_000,
    maxWorkers: 2,
    // no module keeps state of a test, so files can share modules
    isolate: false,
  },
});
