import { connect } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { describe, expect, test } from "vitest";
import { addSale } from "../../earning/sales/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { inOneTransaction } from "../../foundation/writing/index.ts";
import { redeemReward } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import {
  aSale,
  aVisit,
  createHarness,
  plain,
  together,
  twoProcesses,
  untilWaiting,
  visitSetting,
} from "../../testing/index.ts";
import { confirmVisit } from "./confirm-visit.ts";
import { getVisitOutcome } from "./get-visit-outcome.ts";
import { undoVisit } from "./undoing/undo-visit.ts";

const t = harnessOfFile();

const coffees = (reward: { readonly id: number }, qty = 1) => [
  { reward: reward.id, qty, stamps: null, requestId: null },
];

/** Makes the rows of `visitSetting`. `race` starts 20 calls at once, in two processes. */
async function setting(settings = {}) {
  const found = await visitSetting(t, settings);
  const { merchant, customer } = found;
  const race = (call: (ctx: CoreContext, n: number) => Promise<unknown>) =>
    together(twoProcesses(t), 20, (writing, n) => call({ ...t.as(merchant), writing }, n));
  const stampsLeft = async () => {
    const memberships = [...((await t.rows(merchant)).get("memberships")?.values() ?? [])];
    return memberships.find((each) => each.customerId === customer.id)?.stamps;
  };
  return { ...found, race, stampsLeft };
}

describe("20 visits at once", () => {
  test("of a customer with stamps for three: three are done", async () => {
    const { coffee, named, race, stampsLeft } = await setting();
    const input = aVisit({ ...named, rewards: coffees(coffee) });
    const answers = await race((ctx) => confirmVisit(ctx, input));
    expect(answers).toEqual({ done: 3, insufficient_stamps: 17 });
    expect(await stampsLeft()).toBe(1);
  });

  test.each([
    ["with one key: one is done, and the others have its answer", true, [1, 20, 7]],
    ["without a key, and without a sale: as many as there are stamps for", false, [3, 3, 1]],
  ])("%s", async (_, hasKey, expected) => {
    const { merchant, coffee, named, race, stampsLeft } = await setting();
    const input = aVisit({ ...named, rewards: coffees(coffee) });
    const ids = new Set<number>();
    const { done } = await race(async (ctx) => {
      const keyed = hasKey ? { ...t.keyed(merchant, "k"), writing: ctx.writing } : ctx;
      const { redemptions } = await confirmVisit(keyed, input);
      for (const { redemption } of redemptions) ids.add(redemption.id);
    });
    expect([ids.size, done, await stampsLeft()]).toEqual(expected);
  });

  test("of one invoice, without a key: one is done", async () => {
    const { coffee, named, race } = await setting();
    const input = aVisit({ ...named, sale: aSale(), rewards: coffees(coffee) });
    const answers = await race((ctx) => confirmVisit(ctx, input));
    expect(answers).toEqual({ done: 1, duplicate_invoice_number: 19 });
  });

  test("of one invoice, if repeated sales were not refused: each redeems again", async () => {
    const { coffee, customer, store, named, race } = await setting();
    const sale = { ...aSale(), ...named, channel: null };
    const alone = { ...plain, user: customer.email, store: store.id, reward: coffee.id };
    const answers = await race((ctx) =>
      inOneTransaction(ctx, async (part) => {
        await redeemReward(part, { ...alone, qty: 1, stamps: null });
        return addSale(part, sale);
      }),
    );
    expect(Number(answers.done)).toBeGreaterThan(1);
  });

  test("beside single redemptions of the same stamps: as many as there are stamps for", async () => {
    const { store, customer, coffee, named, race, stampsLeft } = await setting();
    const alone = { ...plain, user: customer.email, store: store.id, reward: coffee.id };
    const answers = await race((ctx, n) =>
      n % 4 < 2
        ? redeemReward(ctx, { ...alone, qty: 1, stamps: null })
        : confirmVisit(ctx, aVisit({ ...named, rewards: coffees(coffee) })),
    );
    expect(answers).toEqual({ done: 3, insufficient_stamps: 17 });
    expect(await stampsLeft()).toBe(1);
  });

  test("of two customers who name two promo codes in both orders: all are done", async () => {
    const { merchant, store, customer, other, promoCode, race } = await setting();
    const second = await t.given.promoCode(merchant);
    const codes = [promoCode, second].map(({ code }) => ({ promoCode: code, requestId: null }));
    const answers = await race((ctx, n) => {
      const user = (n % 4 < 2 ? customer : other).email;
      const promoCodes = n % 3 ? codes : codes.toReversed();
      return confirmVisit(ctx, aVisit({ user, store: store.id, promoCodes }));
    });
    expect(answers).toEqual({ done: 20 });
  });
});

describe("20 undos of one visit at once", () => {
  test("give back once", async () => {
    const { merchant, coffee, named, race, stampsLeft } = await setting();
    const input = aVisit({ ...named, sale: aSale(), rewards: coffees(coffee, 2) });
    await confirmVisit(t.keyed(merchant, "k"), input);
    const undo = { key: "k", part: null, reason: "by mistake", createReplacementVouchers: false };
    const answers = await race((ctx) => undoVisit(ctx, undo));
    expect(answers).toEqual({ done: 20 });
    expect(await stampsLeft()).toBe(10);
  });
});

test("the outcome of a visit is running while another transaction holds it up, then done", async () => {
  const { merchant, promoCode, named } = await setting();
  const promoCodes = [{ promoCode: promoCode.code, requestId: null }];
  const stateOf = async () => (await getVisitOutcome(t.as(merchant), "slow")).state;
  expect(await stateOf()).toBe("unknown");
  const sql = openClient(t.open.url, 2);
  try {
    const holder = await sql.reserve();
    await holder`begin`;
    await holder`select 1 from promo_codes where id = ${promoCode.id} for update`;
    const visit = confirmVisit(t.keyed(merchant, "slow"), aVisit({ ...named, promoCodes }));
    await untilWaiting(sql);
    expect(await stateOf()).toBe("running");
    await holder`rollback`;
    holder.release();
    await visit;
  } finally {
    await sql.end();
  }
  expect(await stateOf()).toBe("done");
});

test("a second call is refused as in use if the first takes longer than the lock timeout", async () => {
  const { merchant, customer, coffee, named } = await setting();
  const input = aVisit({ ...named, sale: aSale(), rewards: coffees(coffee) });
  const sql = openClient(t.open.url, 2);
  // this connection uses the product's own lock timeout
  const impatient = await connect({ url: t.open.url });
  const again = (key: string) =>
    confirmVisit({ ...t.keyed(merchant, key), ...createHarness(impatient.db).deps }, input);
  const codeOf = (work: Promise<unknown>) => work.then(String, ({ code }) => code);
  try {
    const holder = await sql.reserve();
    await holder`begin`;
    await holder`select 1 from customers where id = ${customer.id} for update`;
    const visit = confirmVisit(t.keyed(merchant, "slow"), input);
    await untilWaiting(sql);
    const codes = [await codeOf(again("slow")), await codeOf(again("other"))];
    await holder`rollback`;
    holder.release();
    // for another key it is PostgreSQL's lock timeout
    expect(codes).toEqual(["idempotency_key_in_use", "55P03"]);
    expect(await again("slow")).toEqual(await visit);
  } finally {
    await impatient.close();
    await sql.end();
  }
});
