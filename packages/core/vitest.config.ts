import { defineConfig } from "vitest/config";

export default defineConfig(({ mode }) => ({
  test: {
    // how many random worlds each test makes (`src/testing/comparing/run-worlds.ts`)
    env: { WORLDS: process.env.WORLDS ?? (mode === "more" ? "40" : "10") },
    globalSetup: "@stampbook/db/testing/global-setup",
    // a test file may have to start a database first, while up to three other test files use the machine
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    // no module keeps state of a test, so files can share modules
    isolate: false,
  },
}));
