import { expect, test } from "vitest";
import { jsonLine } from "./report/json-line.ts";
import { runScenario } from "./run-scenario.ts";
import { details, suggestions } from "./scenarios/looking-up.ts";
import { newIndex } from "./scenarios/new-index.ts";
import { redeeming } from "./scenarios/redeeming.ts";
import { watched } from "./scenarios/watched.ts";
import { writePath } from "./scenarios/write-path.ts";

// Runs the bench for a few seconds, to check that it works and proves its results. Real figures come from
// `npm run bench`.
const settings = {
  rounds: 1,
  seconds: 0.3,
  connections: 4,
  customers: 200,
  size: 200,
  expiring: 200,
  members: 2_000,
};

test("everybody answers with fresh ids, and the audit finds nothing", async () => {
  const [scenario] = redeeming;
  if (!scenario) throw new Error("There is no scenario.");
  const report = await runScenario(scenario, settings);
  expect(report.faults).toEqual([]);
  expect(JSON.parse(jsonLine(report)).ratios).toEqual({ handwritten: expect.any(Number) });
  expect(report.rows[0]).toMatchObject({ name: "stampbook", latency: { p99: expect.any(Number) } });
});

test("both ways to write answer with fresh ids, and the audit finds nothing", async () => {
  const report = await runScenario(writePath, settings);
  expect(report.faults).toEqual([]);
  expect(report.rows.every(({ perSecond }) => perSecond > 0)).toBe(true);
});

test("metrics and traces change no answer, and the audit finds nothing", async () => {
  const report = await runScenario(watched, settings);
  expect(report.faults).toEqual([]);
  expect(report.rows.map(({ name }) => name)).toContain("traces of all");
});

test.each([suggestions, details])("every member is found: $name", async (scenario) => {
  const report = await runScenario(scenario, settings);
  expect(report.faults).toEqual([]);
  expect(report.ratios).toMatchObject([{ name: "p95 ms", median: expect.any(Number) }]);
  expect(report.rows.every(({ perSecond }) => perSecond > 0)).toBe(true);
});

test("an index is added in both ways, and every answered call is in the tables", async () => {
  const report = await runScenario(newIndex, settings);
  expect(report.faults).toEqual([]);
  const took = report.figures.filter(({ name }) => name.endsWith("the migration"));
  expect(took.map(({ name }) => name)).toEqual([
    "online: the migration",
    "in a transaction: the migration",
  ]);
});
