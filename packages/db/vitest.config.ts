import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "./src/testing/global-setup.ts",
    // long, because a test file may first start a server while other test files use the processor
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    // no module keeps state of a test, so files can share modules
    isolate: false,
  },
});
