import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { TASK } from "./task.ts";

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Runs the tests of a statement once for each mutant, all in one process. */
export default defineConfig({
  test: {
    root: here("."),
    include: ["judge.suite.ts"],
    globalSetup: "@stampbook/db/testing/global-setup",
    provide: { judging: join(process.cwd(), TASK) },
    runner: here("./judging-runner.ts"),
    env: { WORLDS: "40" },
    // a mutant can make a test run forever, so there is a limit; it leaves enough time for slow tests
    testTimeout: 90_000,
    hookTimeout: 180_000,
    isolate: false,
  },
});
