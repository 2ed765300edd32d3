import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect } from "vitest";
import type { CoreContext } from "../../context.ts";
import { deductValue, redeemVoucher } from "../../redeeming/index.ts";
import { compareCalls } from "../../testing/comparing/compare-calls.ts";
import { type Expected, expectedFirst, kindOf } from "../../testing/comparing/expected-first.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import { findKeptOutcome } from "../../testing/find-kept-outcome.ts";
import { type OpenHarness, plain } from "../../testing/index.ts";
import { UNKNOWN_ID } from "../../testing/worlds/make-shop.ts";
import { mostly } from "../../testing/worlds/shop-facts.ts";
import {
  callsOf,
  makeOffice,
  officeCallFacts,
  officeFacts,
} from "../../testing/worlds/staff-worlds.ts";
import {
  refuseWithdrawal,
  type WithdrawalInput,
  type WithdrawalSeen,
} from "./withdraw-voucher.rules.ts";
import { operation } from "./withdraw-voucher.sql.ts";
import { withdrawVoucher } from "./withdraw-voucher.ts";

type State = "open" | "partly spent" | "redeemed" | "inactive" | "unassigned";
const state = mostly<State>(["open", "partly spent", "unassigned"], ["redeemed", "inactive"], 4);

const worlds = fc.record({
  ...officeFacts,
  vouchers: fc.tuple(state, state, state),
  calls: callsOf(
    fc.record({
      ...officeCallFacts,
      which: mostly<0 | 1 | 2 | "unknown">([0, 0, 1, 2], ["unknown"]),
      reason: fc.constantFrom("Issued twice", "“é” \\ \n"),
    }),
  ),
});
type Facts = typeof worlds extends fc.Arbitrary<infer F> ? F : never;

type Call = { readonly ctx: CoreContext; readonly input: WithdrawalInput };

async function makeWorld(t: OpenHarness, facts: Facts) {
  const { merchant, ctxOf, makePresent } = await makeOffice(t, facts);
  const store = await t.given.store(merchant);
  const holder = await t.given.customer(merchant);
  const { id: voucherTemplateId } = await t.given.template(merchant, { isDynamic: true });
  const give = async (voucherState: State) => {
    const { id } = await t.given.voucher(merchant, {
      ...{ voucherTemplateId, value: "10.00", remainingValue: "10.00" },
      customerId: voucherState === "unassigned" ? null : holder.id,
      isActive: voucherState !== "inactive",
    });
    const input = { ...plain, user: holder.email, store: store.id, voucher: id };
    if (voucherState === "redeemed") await redeemVoucher(t.as(merchant), input);
    if (voucherState === "partly spent")
      await deductValue(t.as(merchant), { ...input, value: "4.00" });
    return id;
  };
  await makePresent(async (ctx) =>
    withdrawVoucher(ctx, { voucherId: await give("open"), reason: "before" }),
  );
  const ids: number[] = [];
  for (const each of facts.vouchers) ids.push(await give(each));
  const calls = facts.calls.map(({ which, reason, ...call }): Call => {
    const voucherId = which === "unknown" ? UNKNOWN_ID : (ids[which] ?? UNKNOWN_ID);
    return { ctx: ctxOf(call), input: { voucherId, reason } };
  });
  return { merchant, calls };
}

/** Applies the rules to a call. Reads the voucher with a plain query instead of the tested statement. */
async function judge(t: OpenHarness, { ctx, input: { voucherId } }: Call) {
  const { vouchers } = schema;
  const [row] = await t.db
    .select()
    .from(vouchers)
    .where(and(eq(vouchers.merchantId, ctx.caller.merchant.id), eq(vouchers.id, voucherId)));
  const voucher = row ? { isRedeemed: row.redeemedAt !== null, isActive: row.isActive } : null;
  const seen = { voucher, kept: await findKeptOutcome(ctx, operation) };
  return { seen, refusal: refuseWithdrawal(seen), subjects: [`voucher ${voucherId}`] };
}

/** Withdraws a voucher. Returns an empty object, because `compareCalls` compares objects. */
const withdraw = async (ctx: CoreContext, input: WithdrawalInput) => {
  await withdrawVoucher(ctx, input);
  return {};
};

async function compare(t: OpenHarness, facts: Facts, met: Set<string>) {
  const { expected } = await compareCalls<
    WithdrawalInput,
    WithdrawalSeen,
    Expected<WithdrawalSeen>
  >(t, {
    makeWorld: () => makeWorld(t, facts),
    expectedFirst: (calls) => expectedFirst(calls, (call) => judge(t, call)),
    expectSeen: (seen, one) => expect(seen).toEqual(one.seen),
    verb: withdraw,
    numberOf: ({ auditId }: { readonly auditId: number }) => auditId,
  });
  for (const one of expected) met.add(kindOf(one));
}

/** The kinds of cases that the random test data (worlds) must contain. */
const all = [
  ...["again", "done", "invalid_voucher", "kept"],
  ...["voucher_already_redeemed", "voucher_not_available"],
];

testWorlds(worlds, { all }, compare);
