import { defineConfig } from "vitest/config";

export default defineConfig(({ mode }) => ({
  test: {
    ...(mode === "pgbouncer" && { env: { CONTRACT_BEHIND: mode } }),
    globalSetup: [
      "@stampbook/db/testing/global-setup",
      "./test/bundle.ts",
      "./test/api-processes.ts",
    ],
    // a file may have to start a database first, while three other files run
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    // no module keeps state of a test, so files can share modules
    isolate: false,
    // the fuzzer calls all operations at once, so that those that hash delay no others
    maxConcurrency: 32,
  },
}));
