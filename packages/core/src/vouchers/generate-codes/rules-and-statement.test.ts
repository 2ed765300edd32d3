import { createEmbeddedTestDatabase, createTestDatabase } from "@stampbook/db/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Job } from "../../catalogue/index.ts";
import type { CoreContext } from "../../context.ts";
import { findKeptOutcome } from "../../retries/keys.store.ts";
import { type OpenHarness, openHarness } from "../../testing/index.ts";
import { compareWithToday } from "../../testing/worlds/compare-with-today.ts";
import { type Expected, expectedFirst, kindOf } from "../../testing/worlds/expected-first.ts";
import { runWorlds } from "../../testing/worlds/run-worlds.ts";
import {
  callsOf,
  makeOffice,
  officeCallFacts,
  officeFacts,
} from "../../testing/worlds/staff-worlds.ts";
import { makeTemplates, readTemplate, templateKind } from "../../testing/worlds/template-worlds.ts";
import { type GenerateInput, type GenerateSeen, refuseGenerate } from "./generate-codes.rules.ts";
import { operation } from "./generate-codes.sql.ts";
import { generateCodes } from "./generate-codes.ts";

const worlds = fc.record({
  ...officeFacts,
  calls: callsOf(
    fc.record({
      ...officeCallFacts,
      template: templateKind,
      quantity: fc.constantFrom(1, 100_000),
      startDate: fc.constantFrom(null, null, "2026-01-01", "2099-06-01"),
      endDate: fc.constantFrom(null, "2099-06-01", "2099-12-31", "2026-01-01", "2020-01-01"),
    }),
  ),
});
type Facts = typeof worlds extends fc.Arbitrary<infer F> ? F : never;

type Call = { readonly ctx: CoreContext; readonly input: GenerateInput };

async function makeWorld(t: OpenHarness, facts: Facts) {
  const { merchant, ctxOf, makePresent } = await makeOffice(t, facts);
  const templates = await makeTemplates(t, merchant);
  const days = { startDate: null, endDate: null };
  await makePresent((ctx) =>
    generateCodes(ctx, { templateId: templates.worth, quantity: 3, ...days }),
  );
  const calls = facts.calls.map(({ template, quantity, startDate, endDate, ...call }): Call => {
    const input = { templateId: templates[template], quantity, startDate, endDate };
    return { ctx: ctxOf(call), input };
  });
  return { merchant, calls };
}

/** Judges a call by the template's row, read without the statement. */
async function judge(t: OpenHarness, { ctx, input }: Call) {
  const { clockOffsetMs, caller } = ctx;
  const read = await readTemplate(t, caller.merchant, input.templateId, clockOffsetMs);
  const seen = { ...read, kept: await findKeptOutcome(ctx, operation) };
  return { seen, refusal: refuseGenerate(seen, input), subjects: [] };
}

async function compare(t: OpenHarness, facts: Facts, met: Set<string>) {
  const { expected, answers } = await compareWithToday<
    GenerateInput,
    GenerateSeen,
    Expected<GenerateSeen>
  >(t, {
    makeWorld: () => makeWorld(t, facts),
    expectedFirst: (calls) => expectedFirst(calls, (call) => judge(t, call)),
    expectSeen: (seen, one) => expect(seen).toEqual(one.seen),
    verb: generateCodes,
    today: generateCodes,
  });
  for (const [n, one] of expected.entries()) {
    met.add(kindOf(one));
    if (one.isDone) expect((answers[n] as Job).state).toBe("running");
  }
}

/** What the worlds have to show. Fewer of them run on the embedded database, which is slower. */
const all = ["again", "done", "invalid", "invalid_voucher_template", "kept"];

describe.each([
  ["PostgreSQL", () => createTestDatabase({ isPatient: true }), 60, all],
  ["the embedded database", () => createEmbeddedTestDatabase({ isPatient: true }), 20, ["done"]],
] as const)("rules and statement on %s", (_, open, numRuns, kinds) => {
  let t: OpenHarness;
  beforeAll(async () => {
    t = await openHarness<Awaited<ReturnType<typeof open>>>(open);
  });
  afterAll(() => t?.close());

  test("a call is done exactly if the rules have nothing against it, as calls one by one", async () => {
    const one = (facts: Facts, met: Set<string>) => compare(t, facts, met);
    expect(await runWorlds(worlds, one, { numRuns, kinds })).toEqual([]);
  });
});
