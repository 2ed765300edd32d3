import { schema } from "@stampbook/db";
import type { DecisionSeen } from "../../bookings/deciding/decide-booking.rules.ts";
import type { DecisionCall } from "../../bookings/deciding/decide-booking.sql.ts";
import type { Booking } from "../../bookings/index.ts";
import type { Merchant } from "../../context.ts";
import type { Locks, Statement } from "../../writing/statement.ts";
import { runFor } from "../guards.ts";
import { namedBy } from "../named-by.ts";
import type { OpenHarness } from "../open-harness.ts";

/** A merchant, and calls that decide bookings in its store. */
export type DecisionCalls = {
  readonly merchant: Merchant;
  /** Makes a call that confirms a new booking, or the booking that `changes` names. */
  readonly call: (changes?: Partial<DecisionCall>) => Promise<DecisionCall>;
  /** Runs the calls in one statement. Returns whether each was done, or the SQLSTATE of the error. */
  readonly run: (
    statement: Statement<DecisionCall, DecisionSeen, Booking>,
    calls: readonly DecisionCall[],
    locks?: Locks,
  ) => Promise<unknown>;
};

/** Makes the merchant and the store. */
export async function decisionCalls(t: OpenHarness): Promise<DecisionCalls> {
  const merchant = await t.given.merchant();
  const { id: storeId } = await t.given.store(merchant);
  const { ids } = t.deps;
  const add = async () => {
    const id = await ids.take(merchant.id, "bookings");
    await t.db.insert(schema.bookings).values({
      ...{ merchantId: merchant.id, id, storeId, claim: "guest@example.com", phone: "5551234" },
      ...{ date: "2026-01-10", time: "19:30", numberOfPeople: 4 },
    });
    return id;
  };
  return {
    merchant,
    call: async (changes = {}) => ({
      ...{ booking: changes.booking ?? (await add()), revision: 1, toStatus: "Confirmed" },
      ...namedBy(null),
      ...{ mobileNumber: null, customer: null, allowedStores: null },
      ...{ action: "bookings.confirm", actor: "token:1", address: null },
      ...{ key: null, fingerprint: null },
      auditEntry: await ids.take(merchant.id, "audit_entries"),
      ...changes,
    }),
    run: runFor(t, { merchantId: merchant.id, offsetMs: 0 }),
  };
}
