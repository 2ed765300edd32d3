import { expect, it } from "vitest";
import { runApiKills } from "./run-api-kills.ts";

// The long version is a command: npm run chaos -- api-kills --times 30

it("kill -9 of what ships: nothing acknowledged is lost or doubled, and no guess is given back", async () => {
  const report = await runApiKills({ times: 4 });
  expect(report.faults).toEqual([]);
  expect(report.kills).toBe(4);
  expect(report.orders).toBeGreaterThan(50);
  expect(report.toldWrong).toBeGreaterThan(0);
});
