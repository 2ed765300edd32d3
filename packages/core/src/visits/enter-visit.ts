import type { CoreContext } from "../context.ts";
import { identifierForms, readIdentifier } from "../customers/index.ts";
import { readStoreRef } from "../merchants/index.ts";
import { expireIfDue } from "../stamps/index.ts";
import { again, keyOf } from "../writing/index.ts";
import { enterVisits, operation, type VisitCall } from "./enter-visit.sql.ts";
import type { VisitInput } from "./types.ts";
import { redeemsAnything, refuseVisit, type VisitEntered } from "./visit.rules.ts";

/**
 * Begins a visit in its transaction: locks the membership and writes the idempotency key. If the key already
 * has a visit, returns that visit as `frame`. Throws the refusals of store and user (docs/limits.md).
 */
export async function enterVisit(ctx: CoreContext, input: VisitInput): Promise<VisitEntered> {
  const { caller } = ctx;
  const { merchant, stores: allowedStores } = caller;
  const { id: customer, ...named } = readIdentifier(input.user, identifierForms, merchant.country);
  const redeems = redeemsAnything(input);
  const call: VisitCall = {
    ...readStoreRef(input.store),
    ...{ allowedStores, ...named, customer, redeems },
    ...keyOf(ctx),
  };
  return again(ctx, {
    operation: { name: operation, statement: enterVisits, subjects: () => [] },
    call,
    settle: (seen) => expireIfDue(ctx, seen),
    refuse: (seen) => refuseVisit(seen, caller, redeems),
  });
}
