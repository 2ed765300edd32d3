import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // long, because other packages' tests may keep the machine busy at the same time
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // test files can share modules, because no module keeps state of a test
    isolate: false,
  },
});
