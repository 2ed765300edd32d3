import { expect, it } from "vitest";
import { runApiKills } from "./run-api-kills.ts";
import { runEmbeddedKills } from "./run-embedded-kills.ts";

// The long versions are commands: npm run chaos -- api-kills --times 30, embedded-kills --times 20

it("kill -9 of what ships: nothing acknowledged is lost or doubled, and no guess is given back", async () => {
  const report = await runApiKills({ times: 4 });
  expect(report.faults).toEqual([]);
  expect(report.kills).toBe(4);
  expect(report.orders).toBeGreaterThan(50);
  expect(report.toldWrong).toBeGreaterThan(0);
});

it("kill -9 of the API on the embedded database, also with its server: nothing acknowledged is lost, no server is left", async () => {
  const report = await runEmbeddedKills(4);
  expect(report.faults).toEqual([]);
  expect(report.orders).toBeGreaterThan(50);
});
