import { expect } from "vitest";
import { compareCalls } from "../../../testing/comparing/compare-calls.ts";
import { earn } from "../../../testing/comparing/earn.ts";
import { type Expected, kindOf } from "../../../testing/comparing/expected-first.ts";
import { readSales } from "../../../testing/comparing/read-sales.ts";
import { testWorlds } from "../../../testing/comparing/run-worlds.ts";
import type { OpenHarness } from "../../../testing/index.ts";
import {
  makeSaleWorld,
  type SaleCallMade,
  type SaleFacts,
  saleWorlds,
} from "../../../testing/worlds/sale-worlds.ts";
import { contentOf, methodKeyOf } from "../content.rules.ts";
import type { SaleAdded, SaleInput } from "../types.ts";
import { refuseSale, repeatSale, type SaleSeen } from "./add-sale.rules.ts";
import { operation } from "./add-sale.sql.ts";
import { addSale } from "./add-sale.ts";

type Judged = Expected<SaleSeen> & {
  readonly isRepeat: boolean;
  /** The stamps that `earn` computes; 0 without a customer. */
  readonly earned: number;
};

/** Predicts the result of a call from rows that it reads without the statement under test. */
async function judge(t: OpenHarness, { ctx, input }: SaleCallMade) {
  const read = (await readSales(t, ctx.caller.merchant))(ctx, operation, input);
  const { seen, day, programme, earner, unearning } = read;
  const asked = { ...input, digest: t.deps.secrets.digest(contentOf(input)) };
  const payments = input.payments.map(({ method, value }) => ({
    value,
    isEligible: !unearning.has(methodKeyOf(method)),
  }));
  const refusal = refuseSale(seen, ctx.caller, asked);
  const isRepeat = repeatSale(seen, asked) !== null;
  const { customer, kept } = seen;
  const key = ctx.idempotency && `key ${ctx.idempotency.key}`;
  const member = customer && `customer ${customer.id}`;
  const replaced = seen.existing?.status === "Canceled" ? "replaced" : null;
  return {
    ...{ seen, refusal, isRepeat },
    subjects: [`invoice ${day} ${input.invoiceNumber}`, replaced, member, key].filter(
      (each) => each != null,
    ),
    isAble: refusal === null && kept === null && !isRepeat,
    earned: customer ? earn({ ...input, payments }, programme, earner).stamps : 0,
  };
}

/**
 * Predicts which calls a first batch does: those that the rules allow, unless an earlier allowed call has one
 * of the call's subjects.
 */
async function judgeFirst(t: OpenHarness, calls: readonly SaleCallMade[]) {
  const taken = new Set<string>();
  const all: Judged[] = [];
  for (const call of calls) {
    const one = await judge(t, call);
    const isDone = one.isAble && !one.subjects.some((subject) => taken.has(subject));
    if (one.isAble) for (const subject of one.subjects) taken.add(subject);
    all.push({ ...one, isDone });
  }
  return all;
}

/** Removes the time of day, which differs between the two reads. */
function withoutTime({ store, ...seen }: SaleSeen) {
  return { ...seen, store: store && { ...store, time: "" } };
}

async function compare(t: OpenHarness, facts: SaleFacts, met: Set<string>) {
  const now = Date.now();
  const { expected, answers } = await compareCalls<SaleInput, SaleSeen, Judged>(t, {
    makeWorld: () => makeSaleWorld(t, facts, { add: addSale, now }),
    expectedFirst: (calls) => judgeFirst(t, calls),
    expectSeen: (seen, one) => expect(withoutTime(seen)).toEqual(withoutTime(one.seen)),
    verb: addSale,
    numberOf: ({ transaction }: { readonly transaction: number }) => transaction,
  });
  for (const [n, one] of expected.entries()) {
    met.add(one.isRepeat && !one.refusal && !one.seen.kept ? "repeated" : kindOf(one));
    if (!one.isDone) continue;
    if (one.seen.existing)
      met.add(one.seen.existing.status === "Canceled" ? "replaced" : "claimed");
    if (one.earned) met.add("earned");
    expect((answers[n] as SaleAdded).sale.stampsEarned).toBe(one.earned);
  }
}

/** The kinds of cases that the generated test data must contain. */
const all = [
  ...["again", "claimed", "done", "duplicate_invoice_number", "earned", "invalid", "invalid_store"],
  ...["invalid_user", "kept", "permission_denied", "repeated", "replaced"],
];

testWorlds(saleWorlds, { all }, compare);
