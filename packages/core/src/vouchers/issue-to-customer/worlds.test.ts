import { schema } from "@stampbook/db";
import { and, eq, isNull } from "drizzle-orm";
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
import { addDays, makeVoucher } from "../voucher.rules.ts";
import {
  type IssueToCustomerInput,
  type IssueToCustomerSeen,
  refuseIssueToCustomer,
} from "./issue-to-customer.rules.ts";
import { type IssueToCustomerCall, issuesToCustomers, operation } from "./issue-to-customer.sql.ts";
import { issueToCustomer } from "./issue-to-customer.ts";

const worlds = fc.record({
  ...officeFacts,
  calls: callsOf(
    fc.record({
      ...officeCallFacts,
      template: templateKind,
      person: mostly<Person>([0, 1, 2], ["nobody"]),
      quantity: fc.constantFrom(1, 1, 2, 5),
      /** The days from the merchant's current day to the store's. Null: a call without a store. */
      storeIsAhead: fc.constantFrom(null, null, -1, 1),
      startsIn: mostly<number | null>([null, 0, 1, 3_650], [-1, 3_651], 6),
      notes: fc.constantFrom(null, "Birthday", "“é” \\ \n"),
      value: fc.constantFrom(null, null, "0.01", "999999999999.99"),
    }),
  ),
});
type Facts = typeof worlds extends fc.Arbitrary<infer F> ? F : never;

type Call = { readonly ctx: CoreContext; readonly input: IssueToCustomerInput & { user: number } };

async function makeWorld(t: OpenHarness, facts: Facts) {
  const { merchant, idOf, ctxOf, makePresent } = await makeOffice(t, facts);
  const templates = await makeTemplates(t, merchant);
  const plain = { quantity: 1, startDate: null, today: null, notes: "before", value: null };
  const before = { templateId: templates.worth, user: idOf(0), ...plain };
  await makePresent((ctx) => issueToCustomer(ctx, before));
  const now = Date.now() + facts.hours * 3_600_000;
  const merchantDay = new Intl.DateTimeFormat("sv", { timeZone: facts.timezone }).format(now);
  const calls = facts.calls.map(
    ({ template, person, storeIsAhead, startsIn, key, fingerprint, ...rest }): Call => {
      const today = storeIsAhead === null ? null : addDays(merchantDay, storeIsAhead);
      const startDate = startsIn === null ? null : addDays(today ?? merchantDay, startsIn);
      const days = { startDate, today };
      const input = { templateId: templates[template], user: idOf(person), ...days, ...rest };
      return { ctx: ctxOf({ key, fingerprint }), input };
    },
  );
  return { merchant, calls };
}

/** Applies the rules to a call. Reads the rows with plain queries instead of the tested statement. */
async function judge(t: OpenHarness, { ctx, input }: Call) {
  const { customers } = schema;
  const { caller, clockOffsetMs } = ctx;
  const [customer = null] = await t.db
    .select({ id: customers.id, email: customers.email })
    .from(customers)
    .where(
      and(
        eq(customers.merchantId, caller.merchant.id),
        eq(customers.id, input.user),
        isNull(customers.anonymizedAt),
      ),
    );
  const { template, today } = await readTemplate(
    ...([t, caller.merchant, input.templateId, clockOffsetMs] as const),
  );
  const seen = {
    ...{ template, today: input.today ?? today },
    customer,
    kept: await findKeptOutcome(ctx, operation),
  };
  return { seen, refusal: refuseIssueToCustomer(seen, input), subjects: [] };
}

const judgeAll = (t: OpenHarness) => (calls: readonly Call[]) =>
  expectedFirst(calls, (call) => judge(t, call));

/**
 * Returns the call that `issueToCustomer` would send with new vouchers. Makes the vouchers even if the rules
 * refuse the call.
 */
async function completeCall(t: OpenHarness, { ctx, input }: Call): Promise<IssueToCustomerCall> {
  const { merchant } = ctx.caller;
  const { user, templateId, quantity, startDate, notes, value } = input;
  const ids = await t.deps.ids.takeMany(merchant.id, "vouchers", quantity);
  const read = await readTemplate(t, merchant, templateId, ctx.clockOffsetMs);
  const { template, today } = { ...read, ...(input.today !== null && { today: input.today }) };
  const vouchers = ids.map((id) => ({
    ...(template &&
      makeVoucher(template, {
        ...{ id, code: `C${id}`, today: startDate ?? today, endDate: null },
        value: value ?? template.value,
      })),
  }));
  return {
    ...{ email: null, memberId: null, mobileNumber: null, firstId: null, customer: user },
    ...{ template: templateId, startDate, today: input.today },
    ...{ notes, value, transaction: null, vouchers },
    auditId: await t.deps.ids.take(merchant.id, "audit_entries"),
    ...{ actor: "token:1", subject: "voucher template", reason: null, address: null },
    key: ctx.idempotency?.key ?? null,
    fingerprint: ctx.idempotency?.fingerprint ?? null,
  };
}

/** Sends all calls in one statement. Each call already has its vouchers. */
async function sendComplete(t: OpenHarness, facts: Facts, met: Set<string>) {
  const { merchant, calls } = await makeWorld(t, facts);
  const expected = await judgeAll(t)(calls);
  const sent: IssueToCustomerCall[] = [];
  for (const call of calls) sent.push(await completeCall(t, call));
  const place = { merchantId: merchant.id, offsetMs: facts.hours * 3_600_000 };
  const rows = await issuesToCustomers.run(t.db, place, sent, "skip");
  expect(rows.map(({ isDone }) => isDone)).toEqual(expected.map(({ isDone }) => isDone));
  for (const [n, one] of expected.entries()) {
    const row = rows[n];
    if (row && !row.isDone) expect(row.seen).toEqual(one.seen);
    met.add(kindOf(one));
  }
}

/**
 * Makes the calls through `issueToCustomer`, without vouchers. Their first batch does no call: it only reads
 * the customers and the templates, from which the vouchers are then made.
 */
async function compare(t: OpenHarness, facts: Facts, met: Set<string>) {
  type One = Expected<IssueToCustomerSeen>;
  const { expected } = await compareCalls<Call["input"], IssueToCustomerSeen, One>(t, {
    makeWorld: () => makeWorld(t, facts),
    expectedFirst: async (calls) =>
      (await judgeAll(t)(calls)).map((one) => ({ ...one, isDone: false })),
    expectSeen: (seen, one) => expect(seen).toEqual(one.seen),
    verb: issueToCustomer,
    numberOf: ({ auditId }: { readonly auditId: number }) => auditId,
  });
  for (const one of expected) if (one.isAble) met.add("able");
}

/** The kinds of cases that the random test data (worlds) must contain. */
const all = [
  ...["able", "again", "done", "kept", "invalid", "required", "invalid_user"],
  ...["invalid_voucher_template", "voucher_value_not_dynamic"],
];

testWorlds(worlds, { all }, async (t, facts, met) => {
  await sendComplete(t, facts, met);
  await compare(t, facts, met);
});
