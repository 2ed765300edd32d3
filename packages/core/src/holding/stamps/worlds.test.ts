import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect } from "vitest";
import {
  addAward,
  adjustStamps,
  cancelAward,
  deductStamps,
  forgiveStamps,
} from "../../earning/awards/index.ts";
import { addSale, cancelSale, modifySale } from "../../earning/sales/index.ts";
import { runAudit } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { getMember } from "../../members/index.ts";
import { spentStampsChoices } from "../../running/programme/index.ts";
import { cancelRedemption, redeemReward } from "../../spending/redeeming/index.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import { type OpenHarness, plain } from "../../testing/index.ts";
import { expireDueStamps } from "./expire-due-stamps.ts";
import { expireStamps } from "./expire-stamps.ts";
import { readLedger } from "./ledger.sql.ts";
import { dueStamps, type Origin, replayLedger } from "./lots.rules.ts";

const START = "2027-03-01T05:00:00Z";
const noSale = {
  ...{ people: 1, soldAt: null, total: "1.00", subtotal: null, discount: null, tax: null },
  ...{ serviceCharge: null, channel: null, type: null, items: [], payments: [] },
  ...{ employeeCode: null, extraData: null },
};
const noModification = { total: "0.00", subtotal: null, items: [], payments: [] };
const DAY_MS = 86_400_000;
const MOST_COST = 4;

const step = fc.oneof(
  fc.record({ kind: fc.constant("days" as const), count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant("give" as const), count: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant("take" as const), count: fc.integer({ min: 1, max: 9 }) }),
  fc.record({
    kind: fc.constant("redeem" as const),
    count: fc.integer({ min: 1, max: MOST_COST }),
  }),
  fc.record({ kind: fc.constant("cancel" as const), count: fc.nat(3) }),
  fc.record({ kind: fc.constant("redeem two" as const), count: fc.nat(1) }),
  fc.record({ kind: fc.constant("cancel one" as const), count: fc.nat(3) }),
  fc.record({ kind: fc.constant("sell" as const), count: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant("void" as const), count: fc.nat(3) }),
  fc.record({ kind: fc.constant("modify" as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant("award" as const), count: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant("unaward" as const), count: fc.nat(3) }),
  fc.record({ kind: fc.constant("deduct" as const), count: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ kind: fc.constant("forgive" as const), count: fc.constant(1) }),
  fc.record({ kind: fc.constant("midnight" as const), count: fc.constant(1) }),
  fc.record({ kind: fc.constant("expire" as const), count: fc.constant(1) }),
);
const histories = fc.record({
  validDays: fc.option(fc.integer({ min: 0, max: 6 })),
  ifSpent: fc.constantFrom(...spentStampsChoices),
  steps: fc.array(step, { minLength: 20, maxLength: 36 }),
});
/** The history so far: the clock, and the ids of redemptions, sales and awards. */
type Past = {
  readonly clockOffsetMs: number;
  readonly redeemed: number[];
  readonly doubled: number[];
  readonly sold: number[];
  readonly given: number[];
};
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type History = typeof histories extends fc.Arbitrary<infer H> ? H : never;

const causes = [
  ...[
    "adjustment",
    "award",
    "award_cancellation",
    "cancellation",
    "cancellation_debt",
    "deduction",
  ],
  ...["part_cancellation", "part_cancellation_debt"],
  ...["earning", "earning_cancellation", "earning_debt", "earning_debt_canceled"],
  ...["earning_modification", "expiry", "redemption"],
];

/** Makes a member, and a flexible reward, which can be redeemed for any number of stamps. */
async function member(t: OpenHarness, { validDays, ifSpent }: History) {
  const settings = { stampsValidDays: validDays, spentStampsOnCancel: ifSpent };
  const merchant = await t.given.merchant(settings);
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const { id } = await t.given.reward(merchant, { kind: "flexible", stampsToRedeem: 0 });
  const fixed = await t.given.reward(merchant, { stampsToRedeem: 2 });
  const input = { ...plain, user: customer.email, store: store.id, reward: id, qty: 1 };
  const two = { ...input, reward: fixed.id, qty: 2, stamps: null };
  const sale = { ...noSale, user: customer.email, store: store.id };
  return { merchant, customer, input, two, sale };
}

/** Makes the call of a step. Throws if the call is refused. */
async function run(
  t: OpenHarness,
  { merchant, customer, input, two, sale }: Awaited<ReturnType<typeof member>>,
  { kind, count }: Step,
  { clockOffsetMs, redeemed, doubled, sold, given }: Past,
) {
  const ctx = t.as(merchant, { clockOffsetMs });
  const customerId = customer.id;
  if (kind === "give") await adjustStamps(ctx, { customerId, delta: count, reason: "test" });
  if (kind === "take") await adjustStamps(ctx, { customerId, delta: -count, reason: "test" });
  if (kind === "forgive") await forgiveStamps(ctx, { customerId, reason: "test" });
  if (kind === "expire") await expireStamps(ctx, customerId);
  if (kind === "midnight") await expireDueStamps(ctx);
  if (kind === "redeem") {
    const { redemption } = await redeemReward(ctx, { ...input, stamps: count });
    redeemed.push(redemption.id);
  }
  const redemptionId = redeemed.at(-1 - count) ?? redeemed[0];
  if (kind === "cancel" && redemptionId)
    await cancelRedemption(ctx, { redemptionId, createReplacementVoucher: false });
  if (kind === "redeem two") {
    const { redemption } = await redeemReward(ctx, two);
    for (const ids of [redeemed, doubled]) ids.push(redemption.id);
  }
  const doubledId = doubled.at(-1 - count) ?? doubled[0];
  if (kind === "cancel one" && doubledId)
    await cancelRedemption(ctx, {
      ...{ redemptionId: doubledId, createReplacementVoucher: false },
      part: { line: 1, lineRequestId: null, qty: 1 },
    });
  if (kind === "sell") {
    const invoiceNumber = `INV-${sold.length}`;
    sold.push((await addSale(ctx, { ...sale, invoiceNumber, stamps: count })).sale.id);
  }
  const transactionId = sold.at(-1 - count) ?? sold[0];
  if (kind === "void" && transactionId)
    await takeBack(t, ctx, customerId, { cause: "earning", causeId: transactionId });
  if (kind === "modify" && transactionId)
    await modifySale(ctx, transactionId, { ...noModification, stamps: -count });
  if (kind === "award") {
    // an award of an odd number of stamps names its last day
    const expiresOn = count % 2 ? dayOf(clockOffsetMs + count * DAY_MS) : null;
    const gift = { user: customer.email, store: null, stamps: count, notes: null, expiresOn };
    given.push((await addAward(ctx, gift)).award.id);
  }
  const awardId = given.at(-1 - count) ?? given[0];
  if (kind === "unaward" && awardId)
    await takeBack(t, ctx, customerId, { cause: "award", causeId: awardId });
  if (kind === "deduct")
    await deductStamps(ctx, { user: customer.email, stamps: count, notes: "test" });
}

/** Returns the day in Jakarta with this clock offset, `YYYY-MM-DD`. */
const dayOf = (clockOffsetMs: number) =>
  new Intl.DateTimeFormat("sv", { timeZone: "Asia/Jakarta" }).format(Date.now() + clockOffsetMs);

/**
 * Voids a sale or cancels an award. Expects that this takes back the stamps that the sale or award gave, less
 * the expired ones. Stamps of the sale that paid a debt come back first. What the member does not have is owed, or
 * let go. A second void of the same sale or award takes back none.
 */
async function takeBack(
  t: OpenHarness,
  ctx: CoreContext,
  customerId: number,
  { cause, causeId }: Origin,
) {
  await expireStamps(ctx, customerId);
  const before = await readLedger(ctx, customerId);
  const { returnable, lots } = replayLedger(before?.entries ?? []);
  const isOwn = ({ origin }: (typeof lots)[number]) =>
    origin.cause === cause && origin.causeId === causeId;
  const { isCanceled, paid, spentBefore, owed } = await debtOf(t, ctx, { cause, causeId });
  const back = isCanceled ? 0 : Math.max(0, returnable({ cause, causeId }) - spentBefore);
  const regained = Math.min(paid, back);
  const held = (before?.stamps ?? 0) + regained;
  if (cause === "award") await cancelAward(ctx, { user: customerId, award: causeId });
  else await cancelSale(ctx, causeId);
  const after = await readLedger(ctx, customerId);
  expect(after?.stamps).toBe(Math.max(0, held - back));
  const { owed: owes, ifSpent } = await debtOf(t, ctx, { cause, causeId });
  const missing = ifSpent === "owe" ? Math.max(0, back - held) : 0;
  expect(owes).toBe(owed + regained + missing);
  const own = lots.filter(isOwn).reduce((sum, { left }) => sum + left, 0);
  // if the sale's or award's own stamps are enough, the other lots do not change
  if (own === back && regained === 0)
    expect(replayLedger(after?.entries ?? []).lots).toEqual(
      lots.filter((lot) => !isOwn(lot) || back === 0),
    );
}

/** Reads what the member owes, and what of a sale paid debts or was spent before it had to go back. */
async function debtOf(t: OpenHarness, ctx: CoreContext, { cause, causeId }: Origin) {
  const { id } = ctx.caller.merchant;
  const sale = cause === "earning" ? causeId : 0;
  const [row] = (await t.db.execute(sql`select m.spent_stamps_on_cancel as "ifSpent",
      ms.stamps_owed::int as owed,
      exists (select 1 from transactions x where x.merchant_id = ${id} and x.id = ${sale}
        and x.status = 'Canceled') as "isCanceled",
      (select coalesce(-sum(d.delta), 0)::int from stamp_debts d where d.merchant_id = ${id}
        and d.cause = 'earning' and d.cause_id = ${sale}) as paid,
      (select coalesce(sum(d.stamps_owed + d.stamps_let_go), 0)::int from transaction_modifications d
        where d.merchant_id = ${id} and d.transaction_id = ${sale}) as "spentBefore"
    from merchants m join memberships ms on ms.merchant_id = m.id where m.id = ${id}`)) as unknown as [
    { ifSpent: string; owed: number; isCanceled: boolean; paid: number; spentBefore: number },
  ];
  return row;
}

/**
 * Takes the steps of a history. After each, the balance is what is left of the lots, and nothing that has
 * passed is spent. Adds the causes of ledger entries to `met`.
 */
async function compare(t: OpenHarness, history: History, met: Set<string>) {
  const { steps, ifSpent } = history;
  const one = await member(t, history);
  const { merchant, customer } = one;
  const past = { redeemed: [], doubled: [], sold: [], given: [] };
  let clockOffsetMs = t.offsetTo(START);
  for (const step of steps) {
    if (step.kind === "days") clockOffsetMs += step.count * DAY_MS;
    await run(t, one, step, { ...past, clockOffsetMs }).catch((error) => {
      if (!(error instanceof Failure)) throw error;
      if (ifSpent !== "refuse" && ["void", "modify"].includes(step.kind))
        expect(error.refusal.code).not.toBe("insufficient_stamps");
    });
    const ledger = await readLedger(t.as(merchant, { clockOffsetMs }), customer.id);
    if (!ledger) throw new Error("the member has a ledger");
    const { lots } = replayLedger(ledger.entries);
    const left = lots.reduce((sum, lot) => sum + lot.left, 0);
    expect(ledger.stamps).toBe(left);
    const shown = await getMember(t.as(merchant, { clockOffsetMs }), customer.id);
    expect(shown.membership.stamps).toBe(left - dueStamps(lots, ledger.today));
    if (
      ["take", "deduct", "award", "redeem", "redeem two", "sell", "expire", "midnight"].includes(
        step.kind,
      )
    )
      expect(dueStamps(lots, ledger.today)).toBe(0);
    for (const { cause } of ledger.entries) met.add(cause);
  }
  const ctx = t.as(merchant, { clockOffsetMs });
  await expireStamps(ctx, customer.id);
  const first = await readLedger(ctx, customer.id);
  await expireStamps(ctx, customer.id);
  expect(await readLedger(ctx, customer.id)).toEqual(first);
  expect(await runAudit(t.db, merchant.id)).toEqual([]);
}

testWorlds(
  histories,
  { all: causes, share: 0.5 },
  compare,
  "the balance is what is left of the lots, and nothing that has passed is spent",
);
