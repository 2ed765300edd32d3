import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // long, because a test file may have to start a database while other test files run
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // test files can share modules, because no module keeps state of a test
    isolate: false,
  },
});
