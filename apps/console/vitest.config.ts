import { defineConfig } from "vitest/config";

/** Tests of functions and texts. `*.spec.ts` files need a running console, so Playwright runs them. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // most of the time is spent importing modules, and no module keeps state of a test
    isolate: false,
    maxWorkers: 1,
  },
});
