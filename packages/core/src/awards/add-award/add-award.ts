import { auditOf } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { identifierForms, readIdentifier } from "../../customers/index.ts";
import { type Refusal, unknownCustomer } from "../../failures.ts";
import { readStoreRef } from "../../merchants/index.ts";
import { expireIfDue } from "../../stamps/index.ts";
import { again, keyOf } from "../../writing/index.ts";
import type { Awarded, AwardInput } from "../types.ts";
import { awarded, refuseAward } from "./add-award.rules.ts";
import { type AwardCall, addAwards, operation } from "./add-award.sql.ts";

/**
 * Gives a customer stamps by hand. The audit log records the notes and the caller. Throws `invalid_store`,
 * `permission_denied` for a store outside the caller's stores, and `invalid` on `expiration_date` for a day
 * that has passed. Throws `unknown` if no customer is found, by default `invalid_user`. See interface 2,
 * section 4.
 */
export async function addAward(
  ctx: CoreContext,
  input: AwardInput,
  unknown: Refusal = unknownCustomer,
): Promise<Awarded> {
  const { caller } = ctx;
  const { user, store, stamps, notes, expiresOn } = input;
  const { id: customer, ...named } = readIdentifier(user, identifierForms, caller.merchant.country);
  const call: AwardCall = {
    award: await ctx.ids.take(caller.merchant.id, "stamp_awards"),
    ...{ ...named, customer, stamps, notes, expiresOn },
    ...(store === null ? { storeId: null, storeCode: null } : readStoreRef(store)),
    allowedStores: caller.stores,
    ...(await auditOf(ctx, { subject: "", reason: notes })),
    ...keyOf(ctx),
  };
  const done = await again(ctx, {
    operation: { name: operation, statement: addAwards, subjects },
    call,
    settle: (seen) => expireIfDue(ctx, seen),
    refuse: (seen) => refuseAward(seen, caller, { store, expiresOn, unknown }),
  });
  return awarded(done);
}

/**
 * Returns the customer's identifier from the request. The batcher of a process (`writing/batch.ts`) never
 * sends two calls with equal subjects at the same time.
 */
function subjects({ email, memberId, mobileNumber, firstId, customer }: AwardCall) {
  return [`customer ${email ?? memberId ?? mobileNumber ?? firstId ?? customer}`];
}
