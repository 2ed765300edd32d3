import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // a file may have to start a database first, on a machine that is busy with three others
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // no module keeps state of a test, so files can share modules
    isolate: false,
  },
});
