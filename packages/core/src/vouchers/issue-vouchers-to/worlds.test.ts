import { schema } from "@stampbook/db";
import { and, eq, inArray, isNull } from "drizzle-orm";
import fc from "fast-check";
import { expect } from "vitest";
import type { CoreContext } from "../../context.ts";
import { compareCalls } from "../../testing/comparing/compare-calls.ts";
import { type Expected, expectedFirst, kindOf } from "../../testing/comparing/expected-first.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import { findKeptOutcome } from "../../testing/find-kept-outcome.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { mostly } from "../../testing/worlds/shop-facts.ts";
import {
  callsOf,
  makeOffice,
  officeCallFacts,
  officeFacts,
  type Person,
} from "../../testing/worlds/staff-worlds.ts";
import { makeTemplates, readTemplate, templateKind } from "../../testing/worlds/template-worlds.ts";
import { makeVoucher } from "../voucher.rules.ts";
import { type IssueInput, type IssueSeen, refuseIssue } from "./issue-vouchers-to.rules.ts";
import { type IssueCall, issues, operation } from "./issue-vouchers-to.sql.ts";
import { issueVouchersTo } from "./issue-vouchers-to.ts";

const worlds = fc.record({
  ...officeFacts,
  calls: callsOf(
    fc.record({
      ...officeCallFacts,
      template: templateKind,
      people: fc.array(mostly<Person>([0, 1, 2], ["nobody"]), { minLength: 1, maxLength: 4 }),
      reason: fc.constantFrom(null, "Birthday", "“é” \\ \n"),
    }),
  ),
});
type Facts = typeof worlds extends fc.Arbitrary<infer F> ? F : never;

type Call = { readonly ctx: CoreContext; readonly input: IssueInput };

async function makeWorld(t: OpenHarness, facts: Facts) {
  const { merchant, idOf, ctxOf, makePresent } = await makeOffice(t, facts);
  const templates = await makeTemplates(t, merchant);
  const before = { templateId: templates.worth, customerIds: [idOf(0)], reason: "before" };
  await makePresent((ctx) => issueVouchersTo(ctx, before));
  const calls = facts.calls.map(({ template, people, reason, ...call }): Call => {
    const input = { templateId: templates[template], customerIds: people.map(idOf), reason };
    return { ctx: ctxOf(call), input };
  });
  return { merchant, calls };
}

/** Applies the rules to a call. Reads the rows with plain queries instead of the tested statement. */
async function judge(t: OpenHarness, { ctx, input }: Call) {
  const { customers } = schema;
  const { caller, clockOffsetMs } = ctx;
  const wanted = [...new Set(input.customerIds)];
  const rows = await t.db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        eq(customers.merchantId, caller.merchant.id),
        inArray(customers.id, wanted),
        isNull(customers.anonymizedAt),
      ),
    );
  const known = new Set(rows.map(({ id }) => id));
  const seen = {
    ...(await readTemplate(t, caller.merchant, input.templateId, clockOffsetMs)),
    unknownCustomers: wanted.filter((id) => !known.has(id)),
    kept: await findKeptOutcome(ctx, operation),
  };
  return { seen, refusal: refuseIssue(seen), subjects: [] };
}

const judgeAll = (t: OpenHarness) => (calls: readonly Call[]) =>
  expectedFirst(calls, (call) => judge(t, call));

/**
 * Returns the call that `issueVouchersTo` would send with new vouchers. Makes the vouchers even if the rules
 * refuse the call.
 */
async function completeCall(t: OpenHarness, { ctx, input }: Call): Promise<IssueCall> {
  const { merchant } = ctx.caller;
  const customers = [...new Set(input.customerIds)];
  const ids = await t.deps.ids.takeMany(merchant.id, "vouchers", customers.length);
  const { template, today } = await readTemplate(t, merchant, input.templateId, ctx.clockOffsetMs);
  const vouchers = ids.map((id, n) => ({
    ...(template &&
      makeVoucher(template, { id, code: `C${id}`, today, value: template.value, endDate: null })),
    customerId: customers[n],
  }));
  return {
    ...{ template: input.templateId, customers, vouchers, details: {} },
    auditId: await t.deps.ids.take(merchant.id, "audit_entries"),
    ...{ actor: "token:1", subject: "voucher template", reason: input.reason, address: null },
    key: ctx.idempotency?.key ?? null,
    fingerprint: ctx.idempotency?.fingerprint ?? null,
  };
}

/** Sends all calls in one statement. Each call already has its vouchers. */
async function sendComplete(t: OpenHarness, facts: Facts, met: Set<string>) {
  const { merchant, calls } = await makeWorld(t, facts);
  const expected = await judgeAll(t)(calls);
  const sent: IssueCall[] = [];
  for (const call of calls) sent.push(await completeCall(t, call));
  const place = { merchantId: merchant.id, offsetMs: facts.hours * 3_600_000 };
  const rows = await issues.run(t.db, place, sent, "skip");
  expect(rows.map(({ isDone }) => isDone)).toEqual(expected.map(({ isDone }) => isDone));
  for (const [n, one] of expected.entries()) {
    const row = rows[n];
    if (row && !row.isDone) expect(row.seen).toEqual(one.seen);
    met.add(kindOf(one));
  }
}

/**
 * Compares the calls of `issueVouchersTo` with the rules. The first batch does no call: it only reads the
 * customers and the templates, from which the vouchers are then made.
 */
async function compare(t: OpenHarness, facts: Facts, met: Set<string>) {
  const { expected } = await compareCalls<IssueInput, IssueSeen, Expected<IssueSeen>>(t, {
    makeWorld: () => makeWorld(t, facts),
    expectedFirst: async (calls) =>
      (await judgeAll(t)(calls)).map((one) => ({ ...one, isDone: false })),
    expectSeen: (seen, one) => expect(seen).toEqual(one.seen),
    verb: issueVouchersTo,
    numberOf: ({ auditId }: { readonly auditId: number }) => auditId,
  });
  for (const one of expected) if (one.isAble) met.add("able");
}

/** The kinds of cases that the random test data (worlds) must contain. */
const all = [
  "able",
  "again",
  "done",
  "invalid",
  "invalid_user",
  "invalid_voucher_template",
  "kept",
];

testWorlds(worlds, { all }, async (t, facts, met) => {
  await sendComplete(t, facts, met);
  await compare(t, facts, met);
});
