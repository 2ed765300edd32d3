import { expect, test } from "vitest";
import { runKills } from "./run-kills.ts";

// The long version is a command: npm run chaos -- kills --times 1000

test("kill -9 in the middle of verification, 100 times: no guess is given back", async () => {
  const report = await runKills({ times: 100 });
  expect(report.faults).toEqual([]);
  expect(report.midway).toBeGreaterThanOrEqual(100);
  expect(report.evaluated.pins).toBeGreaterThan(0);
  expect(report.evaluated.passwords).toBeGreaterThan(0);
  expect(report.evaluated.otps).toBeGreaterThan(0);
});

test("a variant that verifies first, and counts after, is found out", async () => {
  const { faults } = await runKills({ times: 10, variant: "naive" });
  expect(faults).not.toEqual([]);
});
