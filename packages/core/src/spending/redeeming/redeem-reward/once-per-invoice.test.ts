import { expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, running, twoProcesses, ways } from "../../../testing/index.ts";
import { testOncePerInvoice } from "../../../testing/once-per-invoice.ts";
import { whileAllWait } from "../../../testing/waiting/while-all-wait.ts";
import { redeemReward, redeemRewards } from "./redeem-reward.ts";

const { statement } = redeemRewards;

const t = harnessOfFile();

testOncePerInvoice(() => t, {
  way: ways.redeemReward,
  statement,
  keyless: redeemRewards.without({ derivedKey: true }),
  locks: "memberships",
});

/**
 * Makes a customer with 100 stamps, in a shop where the same redemption can be made only once for an invoice
 * number.
 */
async function rich(kind: "fixed" | "flexible" = "fixed") {
  const merchant = await t.given.merchant({ oneRedemptionPerInvoice: true });
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 100 });
  const reward = await t.given.reward(merchant, { kind, stampsToRedeem: 3 });
  const input = { ...plain, user: customer.email, store: store.id, invoiceNumber: "INV-1" };
  const redeem = (
    parts: { qty?: number; stamps?: number; reward?: number },
    writing = t.deps.writing,
  ) =>
    redeemReward(t.as(merchant, { writing }), {
      ...{ ...input, reward: reward.id, qty: 1, stamps: null },
      ...parts,
    });
  return { merchant, reward, redeem };
}

const idsOf = (outcomes: readonly { readonly redemption: { readonly id: number } }[]) =>
  new Set(outcomes.map(({ redemption }) => redemption.id)).size;

test("another reward and another quantity are other things; stamps of a fixed reward are not", async () => {
  const { merchant, redeem } = await rich();
  const other = await t.given.reward(merchant, { stampsToRedeem: 3 });
  const things = [{}, { stamps: 9 }, { qty: 2 }, { reward: other.id }];
  const outcomes = [];
  for (const thing of things) outcomes.push(await redeem(thing));
  expect(outcomes[1]).toEqual(outcomes[0]);
  expect(idsOf(outcomes)).toBe(3);
});

test("other stamps of a flexible reward are another thing", async () => {
  const { redeem } = await rich("flexible");
  const outcomes = [];
  for (const stamps of [10, 10, 20]) outcomes.push(await redeem({ stamps }));
  expect(outcomes.map(({ membership }) => membership.stamps)).toEqual([90, 90, 70]);
});

test.each([
  ["one redemption", statement, 1],
  ["without the key's guard there are two", redeemRewards.without({ key: true }), 2],
])("two calls at once, with stamps for both: %s", async (_, sent, count) => {
  const { merchant, redeem } = await rich();
  const processes = twoProcesses(t).map((process) => running(process, sent));
  await whileAllWait(t, "memberships", merchant.id, () =>
    Promise.all(processes.map((writing) => redeem({}, writing))),
  );
  expect((await t.rows(merchant)).get("redemptions")?.size).toBe(count);
});
