import { auditOf } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { type Identifier, identifierForms, readIdentifier } from "../../customers/index.ts";
import { expireIfDue, returnableStamps } from "../../stamps/index.ts";
import { again, keyOf } from "../../writing/index.ts";
import type { Awarded } from "../types.ts";
import { type CancelAwardSeen, canceledAward, refuseCancelAward } from "./cancel-award.rules.ts";
import { type CancelAwardCall, cancelAwards, operation } from "./cancel-award.sql.ts";

/**
 * Cancels an award of a customer, and takes back its stamps, except those that have expired. A second cancel
 * returns the same outcome and changes nothing. Throws `invalid_user`, `award_not_found`, and
 * `permission_denied` for an award of a store outside the caller's stores. Throws `insufficient_stamps` if
 * the customer has fewer stamps than must be taken back. See interface 2, section 4.
 */
export async function cancelAward(
  ctx: CoreContext,
  { user, award }: { readonly user: Identifier; readonly award: number },
): Promise<Awarded> {
  const { caller } = ctx;
  const { id: customer, ...named } = readIdentifier(user, identifierForms, caller.merchant.country);
  const call: CancelAwardCall = {
    award,
    ...{ ...named, customer },
    allowedStores: caller.stores,
    ...{ replayed: null, replayedTo: null },
    ...(await auditOf(ctx, { subject: "" })),
    ...keyOf(ctx),
  };
  const done = await again(ctx, {
    operation: { name: operation, statement: cancelAwards, subjects },
    call,
    settle: (seen) => expireIfDue(ctx, seen),
    complete: (sent, seen) => complete(ctx, sent, seen),
    refuse: (seen) => refuseCancelAward(seen, caller),
  });
  return canceledAward(done);
}

/**
 * Returns the customer's identifier from the request. The batcher of a process (`writing/batch.ts`) never
 * sends two calls with equal subjects at the same time.
 */
function subjects({ email, memberId, mobileNumber, firstId, customer }: CancelAwardCall) {
  return [`customer ${email ?? memberId ?? mobileNumber ?? firstId ?? customer}`];
}

/**
 * Returns the call with the number of stamps to take back, computed by a replay of the ledger. Null if the
 * statement has read the number, or nothing is left to cancel.
 */
async function complete(
  ctx: CoreContext,
  call: CancelAwardCall,
  { customer, award, takes }: CancelAwardSeen,
): Promise<CancelAwardCall | null> {
  if (!customer || !award || award.status === "Canceled" || takes !== null) return null;
  const origin = { cause: "award", causeId: award.id } as const;
  const { stamps, entryNumber } = await returnableStamps(ctx, customer.id, origin);
  return { ...call, replayed: stamps, replayedTo: entryNumber };
}
