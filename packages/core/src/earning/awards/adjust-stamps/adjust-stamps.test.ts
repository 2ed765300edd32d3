import { describe, expect, test } from "vitest";
import { listAuditEntries } from "../../../foundation/audit/index.ts";
import type { Merchant } from "../../../foundation/context.ts";
import { listStampChanges } from "../../../holding/stamps/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf } from "../../../testing/index.ts";
import { adjustStamps } from "./adjust-stamps.ts";

const t = harnessOfFile();

const action = "customers.adjustStamps";
const origin = { address: "203.0.113.7", userAgent: null, procedure: `staff.${action}` };

async function setting() {
  const merchant = await t.given.merchant();
  const customer = await t.given.customer(merchant, {}, { stamps: 5 });
  const caller = { kind: "staff", merchant, userId: "u1", role: "manager", stores: null } as const;
  return { merchant, customer, ctx: t.as(merchant, { caller, origin }) };
}

async function recordOf(merchant: Merchant) {
  const nothing = { from: null, to: null, action: null, actor: null, subject: null, text: null };
  const page = await listAuditEntries(t.as(merchant), { ...nothing, after: null, limit: 50 });
  return page.items;
}

describe("stamps by hand", () => {
  test("are added and taken with ledger entry and record", async () => {
    const { merchant, customer, ctx } = await setting();
    const { id: customerId } = customer;
    expect(await adjustStamps(ctx, { customerId, delta: 3, reason: "Forgot the card" })).toEqual({
      stamps: 8,
    });
    expect(await adjustStamps(ctx, { customerId, delta: -8, reason: "Counted twice" })).toEqual({
      stamps: 0,
    });
    const ledger = await listStampChanges(ctx, { customerId, after: null, limit: 10 });
    expect(
      ledger.items.map(({ cause, delta, balance, reason }) => [cause, delta, balance, reason]),
    ).toEqual([
      ["adjustment", -8, 0, "Counted twice"],
      ["adjustment", 3, 8, "Forgot the card"],
      ["opening", 5, 5, null],
    ]);
    expect(ledger.items[0]?.by).toEqual({ kind: "staff", id: "u1", name: null });
    const second = await listStampChanges(ctx, { customerId, after: null, limit: 2 });
    const rest = await listStampChanges(ctx, { customerId, after: second.next, limit: 2 });
    expect([...second.items, ...rest.items]).toEqual(ledger.items);
    expect(rest.next).toBeNull();
    expect(
      (await recordOf(merchant)).map(({ action, subject, reason, details, address }) => [
        action,
        subject,
        reason,
        details,
        address,
      ]),
    ).toEqual(
      [
        ["Counted twice", { delta: -8 }],
        ["Forgot the card", { delta: 3 }],
      ].map((words) => [action, `customer ${customerId}`, ...words, origin.address]),
    );
  });

  test("never leave less than none, whatever runs in parallel, and a refusal leaves nothing", async () => {
    const { merchant, customer, ctx } = await setting();
    const take = () => adjustStamps(ctx, { customerId: customer.id, delta: -2, reason: "Mistake" });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, take));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await refusalOf(take())).toMatchObject({
      code: "insufficient_stamps",
      field: "delta",
      message: "Not enough stamps: has 1, needs 2",
    });
    expect(await recordOf(merchant)).toHaveLength(2);
  });
});
