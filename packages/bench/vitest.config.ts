import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "@stampbook/db/testing/global-setup",
    // a file may have to start a database first, on a machine that is busy with three others
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    // no module keeps state of a test, so files can share modules
    isolate: false,
  },
});
