import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // long, because tests of other packages may use the processor at the same time
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    // no module keeps state of a test, so files can share modules
    isolate: false,
  },
});
