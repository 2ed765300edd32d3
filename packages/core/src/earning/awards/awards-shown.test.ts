import { expect, test } from "vitest";
import type { KnownCaller } from "../../foundation/context.ts";
import { listStampChanges } from "../../holding/stamps/index.ts";
import { exportCustomer } from "../../leaving/privacy/index.ts";
import { getOverview } from "../../running/merchants/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { addAward, cancelAward, deductStamps } from "./index.ts";

// Tests the lists and figures in which staff see awards and deductions.

const t = harnessOfFile();

/** Makes a member with 5 stamps, an award in a store, a canceled award and a deduction. */
async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant, { name: "Kemang" });
  const member = await t.given.customer(merchant, {}, { stamps: 5 });
  const ctx = t.as(merchant, { clockOffsetMs: t.offsetTo("2027-03-01T05:00:00Z") });
  const gift = { user: member.email, expiresOn: null };
  const inStore = { ...gift, store: store.id, stamps: 3, notes: "Forgot the card" };
  const { award: first } = await addAward(ctx, inStore);
  const { award } = await addAward(ctx, { ...gift, store: null, stamps: 9, notes: null });
  await cancelAward(ctx, { user: member.email, award: award.id });
  const taken = { user: member.email, stamps: 2, notes: "Counted twice" };
  const { deduction } = await deductStamps(ctx, taken);
  const as = (stores: readonly number[] | null): KnownCaller => ({
    ...{ kind: "staff", merchant, userId: "u1", role: "manager", stores },
  });
  return { merchant, store, member, ctx, as, first, award, deduction };
}

test("the history of a customer has them with notes, store and who did it", async () => {
  const { merchant, member, store, as } = await setting();
  const list = async (stores: readonly number[] | null) => {
    const ctx = t.as(merchant, { caller: as(stores) });
    const page = await listStampChanges(ctx, { customerId: member.id, after: null, limit: 10 });
    return page.items.map(({ cause, delta, reason, store, by }) => [
      ...[cause, delta, reason, store?.name ?? null, by && `${by.kind} ${by.id}`],
    ]);
  };
  const others = [
    ["deduction", -2, "Counted twice", null, "token 1"],
    ["award_cancellation", -9, null, null, "token 1"],
    ["award", 9, null, null, "token 1"],
    ["opening", 5, null, null, null],
  ];
  const award = ["award", 3, "Forgot the card", "Kemang", "token 1"];
  expect((await list(null)).sort()).toEqual([...others, award].sort());
  expect((await list([store.id])).sort()).toEqual([...others, award].sort());
  // awards in other stores are hidden, as redemptions in other stores are
  const elsewhere = await t.given.store(merchant);
  expect((await list([elsewhere.id])).sort()).toEqual([...others].sort());
});

test("the overview counts what was given", async () => {
  const { ctx } = await setting();
  const day = { from: "2027-03-01", to: "2027-03-01", storeId: null, hourly: false };
  expect((await getOverview(ctx, day)).totals).toMatchObject({ stampsGiven: 12 });
});

test("the file of a customer has all of them", async () => {
  const { ctx, member, first, award, deduction } = await setting();
  expect(await exportCustomer(ctx, { customerId: member.id })).toMatchObject({
    awards: [
      { id: first.id, stamps: 3, notes: "Forgot the card", canceledAt: null },
      { id: award.id, stamps: 9, notes: null, canceledAt: expect.any(String) },
    ],
    deductions: [{ id: deduction.id, stamps: 2, notes: "Counted twice" }],
  });
});
