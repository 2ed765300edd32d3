import type { CoreContext } from "../context.ts";
import { type Identifier, identifierForms, readIdentifier } from "../customers/index.ts";
import { Failure, unknownMember } from "../failures.ts";
import { type KeptOutcome, keyReused } from "../retries/index.ts";
import { eraseCustomer } from "./erase-customer.ts";
import { findMember, keepAnonymization } from "./member.sql.ts";

/** The endpoint has no field for a reason. The token's scope replaces the confirmation that staff type. */
const REASON = "Requested through the API (memberships/anonymize)";

/**
 * Erases a member's personal data for good, as `anonymizeCustomer` does for staff. Refuses invalid_data for
 * an unknown member, also for one who was anonymized, and idempotency_key_reused. Interface 2, section 5.
 */
export async function anonymizeMember(ctx: CoreContext, user: Identifier): Promise<void> {
  const ref = readIdentifier(user, identifierForms, ctx.caller.merchant.country);
  const { customer, kept } = await findMember(ctx, ref);
  if (kept) return replay(ctx, kept);
  if (!customer) throw new Failure(unknownMember);
  const { id: customerId, identifiers } = customer;
  const alongside = async (inside: CoreContext) => {
    const { idempotency } = ctx;
    if (idempotency && !(await keepAnonymization(inside, idempotency)))
      throw new Failure(keyReused);
  };
  if (await eraseCustomer(ctx, { customerId, identifiers, reason: REASON, alongside })) return;
  // another call was faster; if it had the same key, this call is answered as its replay
  const after = await findMember(ctx, ref);
  if (!after.kept) throw new Failure(unknownMember);
  replay(ctx, after.kept);
}

function replay({ idempotency }: CoreContext, kept: KeptOutcome): void {
  if (!idempotency?.isSame(kept.fingerprint)) throw new Failure(keyReused);
  idempotency.onReplay();
}
