import { beforeAll, describe, expect, test } from "vitest";
import type { CallKey } from "../../foundation/writing/index.ts";
import { expectFewRows, keepManyOutcomes, textNames } from "../explained-batch.ts";
import { testBatches } from "./test-batches.ts";
import { testChecks, testTexts } from "./test-checks.ts";
import { testMeanwhile } from "./test-meanwhile.ts";
import { testSubjects } from "./test-subjects.ts";
import type { AnySeen, Many, Tested } from "./tested.ts";
import { openTrial, type Trial } from "./trial.ts";

/** Tests an operation by its lists of checks, subjects and locks. What it writes needs tests of its own. */
export function testOperation<
  Call extends CallKey,
  Seen extends AnySeen,
  Done,
  Name extends string,
>(tested: Tested<Call, Seen, Done, Name>): void {
  const trial = openTrial(tested);
  describe("checks", () => testChecks(trial));
  testTexts(trial);
  describe("what another transaction changes while the statement waits", () =>
    testMeanwhile(trial));
  describe("calls that share a subject", () => testSubjects(trial));
  testBatches(trial);
  describe("the general plan reads a few rows for each call", () => testPlan(trial));
}

function testPlan<Call extends CallKey, Seen extends AnySeen, Done, Name extends string>({
  tested,
  t,
}: Trial<Call, Seen, Done, Name>): void {
  const { name, statement } = tested.operation;
  let many: Many<Call>;
  beforeAll(async () => {
    many = await tested.many(t());
    await keepManyOutcomes(t().open.url, many.merchantId, name, many.tables);
  });
  test.each(textNames)("%s", async (form) => {
    expect.hasAssertions();
    const { merchantId, calls, changes, scans, small, rows } = many;
    const place = { merchantId, offsetMs: 0 };
    const explaining = { url: t().open.url, statement, place, calls, ...(changes && { changes }) };
    const more = { ...(scans && { scans }), ...(small && { small }), ...(rows && { rows }) };
    await expectFewRows({ ...explaining, ...more }, form);
  });
}
