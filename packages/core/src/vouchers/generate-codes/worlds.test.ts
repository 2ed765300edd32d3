import fc from "fast-check";
import { expect } from "vitest";
import type { CoreContext } from "../../context.ts";
import { compareCalls } from "../../testing/comparing/compare-calls.ts";
import { type Expected, expectedFirst, kindOf } from "../../testing/comparing/expected-first.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import { findKeptOutcome } from "../../testing/find-kept-outcome.ts";
import type { OpenHarness } from "../../testing/index.ts";
import {
  callsOf,
  makeOffice,
  officeCallFacts,
  officeFacts,
} from "../../testing/worlds/staff-worlds.ts";
import { makeTemplates, readTemplate, templateKind } from "../../testing/worlds/template-worlds.ts";
import type { Job } from "../types.ts";
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

/** Applies the rules to a call. Reads the template with a plain query instead of the tested statement. */
async function judge(t: OpenHarness, { ctx, input }: Call) {
  const { clockOffsetMs, caller } = ctx;
  const read = await readTemplate(t, caller.merchant, input.templateId, clockOffsetMs);
  const seen = { ...read, kept: await findKeptOutcome(ctx, operation) };
  return { seen, refusal: refuseGenerate(seen, input), subjects: [] };
}

async function compare(t: OpenHarness, facts: Facts, met: Set<string>) {
  const { expected, answers } = await compareCalls<
    GenerateInput,
    GenerateSeen,
    Expected<GenerateSeen>
  >(t, {
    makeWorld: () => makeWorld(t, facts),
    expectedFirst: (calls) => expectedFirst(calls, (call) => judge(t, call)),
    expectSeen: (seen, one) => expect(seen).toEqual(one.seen),
    verb: generateCodes,
    numberOf: ({ auditId }: { readonly auditId: number }) => auditId,
  });
  for (const [n, one] of expected.entries()) {
    met.add(kindOf(one));
    if (one.isDone) expect((answers[n] as Job).state).toBe("running");
  }
}

/** The kinds of cases that the random test data (worlds) must contain. */
const all = ["again", "done", "invalid", "invalid_voucher_template", "kept"];

testWorlds(worlds, { all }, compare);
