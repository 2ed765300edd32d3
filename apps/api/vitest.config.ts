import { defineConfig } from "vitest/config";

export default defineConfig(({ mode }) => ({
  test: {
    ...(["bundle", "pgbouncer"].includes(mode) && { env: { CONTRACT_BEHIND: mode } }),
    // tests that install packages of others from the network
    ...(mode === "network" && { include: ["test/**/*.network.ts"] }),
    globalSetup: [
      "@stampbook/db/testing/global-setup",
      "./test/bundle.ts",
      "./test/api-processes.ts",
    ],
    // long, because a test file may have to start a database while other test files run
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    // larger than by default: the workers then spend less time collecting garbage
    execArgv: ["--max-semi-space-size=64"],
    // files can share modules, because what modules keep (counters, open databases) disturbs no other file
    isolate: false,
    // the fuzzer calls all operations at once, so that operations that hash do not delay the others
    maxConcurrency: 32,
  },
}));
