import { recordRefusal } from "../../audit/index.ts";
import { actorOf, type CoreContext } from "../../context.ts";
import { type Identifier, identifierForms, readIdentifier } from "../../customers/index.ts";
import { again } from "../../writing/index.ts";
import type { Booking, BookingDecision } from "../types.ts";
import { type Decision, mayHandleBookings, refuseDecision } from "./decide-booking.rules.ts";
import { type DecisionCall, decideBookings } from "./decide-booking.sql.ts";

/**
 * Makes a decision and returns the decided booking. Throws `stale_revision` if the booking is no longer at
 * the revision that the caller saw. The refusal names who decided last.
 */
export async function decideBooking(
  ctx: CoreContext,
  operation: string,
  { id, revision }: BookingDecision,
  decision: Decision,
  user: Identifier | null = null,
): Promise<Booking> {
  const { caller } = ctx;
  const { merchant } = caller;
  const { id: customer, ...identifiers } = readIdentifier(
    user ?? "",
    user === null ? [] : identifierForms,
    merchant.country,
  );
  const call: DecisionCall = {
    ...identifiers,
    customer,
    booking: id,
    revision,
    toStatus: "to" in decision ? decision.to : null,
    allowedStores: mayHandleBookings(caller) ? caller.stores : [],
    auditEntry: await ctx.ids.take(merchant.id, "audit_entries"),
    action: operation,
    actor: actorOf(caller),
    address: ctx.origin?.address ?? null,
    key: null,
    fingerprint: null,
  };
  return again(ctx, {
    operation: { name: operation, statement: decideBookings, subjects },
    call,
    refuse: (seen) => refuseDecision(seen, caller, { revision, decision }),
    record: ({ store, customer }, refusal) => {
      const parties = { storeId: store?.id ?? null, customerId: customer?.id ?? null };
      return recordRefusal(ctx, { operation, subject: `booking ${id}`, ...parties }, refusal);
    },
  });
}

const subjects = ({ booking }: DecisionCall) => [`booking ${booking}`];
