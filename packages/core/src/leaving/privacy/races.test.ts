import { schema } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { awards } from "../../earning/awards/add-award/add-award.ts";
import { addAward } from "../../earning/awards/index.ts";
import { sales } from "../../earning/sales/add-sale/add-sale.ts";
import { addSale } from "../../earning/sales/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { blockCustomer } from "../../people/customers/index.ts";
import { addInvoiceNumber, redeemReward } from "../../spending/redeeming/index.ts";
import { redeemRewards } from "../../spending/redeeming/redeem-reward/redeem-reward.ts";
import { aSale } from "../../testing/given-visit.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain, running, twoProcesses, untilWaiting } from "../../testing/index.ts";
import { anonymizeMember } from "./index.ts";

// Another process anonymizes a member while a call writes data of the member. Either the call ends first and
// the anonymization erases the call's data, or the call is refused.

// Closes the database without an audit: a statement without its guard leaves wrong rows.
const t = harnessOfFile({ isAudited: false });

const TRACE = /canary/i;

/**
 * Makes a member whose personal data contains `canary`, a reward that the member can redeem, and a redemption
 * of it.
 */
async function member() {
  const merchant = await t.given.merchant({ earnAmount: "10000.00" });
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(
    merchant,
    { name: "Canary Wibowo", email: `canary-${merchant.id}@example.com` },
    { stamps: 9 },
  );
  const reward = await t.given.reward(merchant, { stampsToRedeem: 2 });
  // an anonymization deletes the messages, then the PIN; a lock on the PIN stops it between the two
  await t.db.insert(schema.pins).values({
    ...{ merchantId: merchant.id, customerId: customer.id, verifier: "any" },
  });
  const named = { user: customer.email, store: store.id };
  const extraData = { note: "canary" };
  const { redemption } = await redeemReward(t.as(merchant), {
    ...{ ...plain, ...named, reward: reward.id, qty: 1, stamps: null, extraData },
  });
  const left = async () =>
    TRACE.test(JSON.stringify([...(await t.rows(merchant))].map(([, rows]) => [...rows.values()])));
  return { merchant, customer, reward, redemption, named, extraData, left };
}
type Made = Awaited<ReturnType<typeof member>>;
type Call = (ctx: CoreContext, made: Made) => Promise<unknown>;

const calls = {
  "a sale": {
    make: (ctx: CoreContext, { named, extraData }: Made) =>
      addSale(ctx, { ...aSale({ extraData }), ...named, channel: null }),
    unguarded: sales.without({ lock: "u", asSeen: "isMember" }),
  },
  "a redemption": {
    make: (ctx: CoreContext, { named, reward, extraData }: Made) =>
      redeemReward(ctx, {
        ...{ ...plain, ...named, reward: reward.id, qty: 1, stamps: null, extraData },
      }),
    unguarded: redeemRewards.without({
      lock: "u",
      again: ["memberIsActive", "memberIsNotBlocked"],
    }),
  },
  "an award": {
    make: (ctx: CoreContext, { named }: Made) =>
      addAward(ctx, { ...named, stamps: 2, notes: "canary", expiresOn: null }),
    unguarded: awards.without({ lock: "u" }),
  },
} as const;
const names = Object.keys(calls) as (keyof typeof calls)[];

const unblock: Call = (ctx, { customer }) =>
  blockCustomer(ctx, { customerId: customer.id, isBlocked: false, reason: "canary" });

/** Unblocks the membership, but only reads the customer, and does not lock the row. */
const unblockWithoutLock: Call = (_, { merchant, customer }) =>
  t.db.execute(sql`with unblocked as (
      update memberships set is_blocked = false
      where merchant_id = ${merchant.id} and customer_id = ${customer.id}
        and exists (select 1 from customers where merchant_id = ${merchant.id} and id = ${customer.id}
          and anonymized_at is null)
      returning 1)
    insert into audit_entries (merchant_id, id, action, actor, subject, reason)
    select ${merchant.id}, 9001, 'customers.unblock', 'token:1', 'customer', 'canary' from unblocked`);

const numberRedemption: Call = (ctx, { redemption }) =>
  addInvoiceNumber(ctx, { redemptionId: redemption.id, invoiceNumber: "INV-1" });

/** Returns `done`, or the code of the refusal. */
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof Failure) return error.code;
      throw error;
    },
  );

/**
 * Makes a call that waits for a running anonymization. Returns the outcome of the call, and whether
 * personal data is left afterwards.
 */
async function race(make: Call, writing: CoreContext["writing"] = twoProcesses(t)[0]) {
  const made = await member();
  const { merchant, customer } = made;
  const sql = openClient(t.open.url, 2);
  try {
    const holder = await sql.reserve();
    await holder`begin`;
    await holder`select 1 from pins where merchant_id = ${merchant.id} for update`;
    const anonymized = anonymizeMember(t.as(merchant), customer.id);
    await untilWaiting(sql, 1);
    const answered = outcomeOf(make({ ...t.keyed(merchant, "k"), writing }, made));
    await untilWaiting(sql, 2);
    await holder`commit`;
    holder.release();
    await anonymized;
    return [await answered, await made.left()];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

describe.each(names)("%s while an anonymization is under way", (name) => {
  const { make, unguarded } = calls[name];

  it("M14: waits for it and is refused, and nothing is left", async () => {
    const [process] = twoProcesses(t);
    expect(await race(make, process)).toEqual(["invalid_user", false]);
  });

  it("the race notices a statement without its guards", async () => {
    const [process] = twoProcesses(t);
    expect(await race(make, running(process, unguarded as never))).toEqual(["done", true]);
  });
});

describe("a call of another kind while an anonymization is under way", () => {
  it("M14: an unblock waits for it and is refused, and nothing is left", async () => {
    expect(await race(unblock)).toEqual(["invalid_user", false]);
  });

  it("the race notices an unblock that does not lock the customer", async () => {
    expect(await race(unblockWithoutLock)).toEqual(["done", true]);
  });

  it("M14: an invoice number waits for it, and what is stored for its key has no personal data", async () => {
    expect(await race(numberRedemption)).toEqual(["done", false]);
  });
});

it("M14: calls at the same moment leave nothing, whichever is first", async () => {
  const answers = new Set<string>();
  for (let round = 0; round < 30; round++) {
    const made = await member();
    const { merchant, customer } = made;
    const processes = twoProcesses(t);
    const outcomes = await Promise.all([
      ...names.map((name, n) =>
        outcomeOf(
          calls[name].make(
            { ...t.keyed(merchant, name), writing: processes[n % 2] as CoreContext["writing"] },
            made,
          ),
        ),
      ),
      outcomeOf(unblock(t.as(merchant), made)),
      outcomeOf(numberRedemption(t.keyed(merchant, "a number"), made)),
      outcomeOf(anonymizeMember(t.as(merchant), customer.id)),
    ]);
    for (const outcome of outcomes) answers.add(outcome);
    expect(outcomes.at(-1)).toBe("done");
    expect(await made.left()).toBe(false);
  }
  expect([...answers].sort()).toEqual(["done", "invalid_user"]);
});
