import { expect, it } from "vitest";
import { runTerminations } from "./run-terminations.ts";

// The long version is a command: npm run chaos -- backends-terminated --seconds 60

it("F1, F4: backends terminated every 50 ms: no process dies, no answer is another's, nothing is lost or doubled", async () => {
  const report = await runTerminations({ seconds: 5 });
  expect(report.faults).toEqual([]);
  expect(report.terminations).toBeGreaterThan(10);
  expect(report.orders).toBeGreaterThan(100);
});
