import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "./src/testing/global-setup.ts",
    // a file may first start a database, while another file runs
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    // no module keeps state of a test, so files can share modules
    isolate: false,
  },
});
