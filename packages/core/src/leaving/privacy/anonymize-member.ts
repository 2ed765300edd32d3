import type { CoreContext } from "../../foundation/context.ts";
import { Failure, unknownMember } from "../../foundation/failures.ts";
import { type KeptOutcome, keyReused } from "../../foundation/retries/index.ts";
import { type Identifier, identifierForms, readIdentifier } from "../../people/customers/index.ts";
import { eraseCustomer } from "./erase-customer.ts";
import { findMember, keepAnonymization } from "./member.sql.ts";

/** The reason in the audit log. The caller gives none, because the endpoint has no field for a reason. */
const REASON = "Requested through the API (memberships/anonymize)";

/**
 * Erases a member's personal data forever, for a token. `anonymizeCustomer` does the same for staff. Throws
 * `invalid_data` for an unknown or already anonymized member, and `idempotency_key_reused`. See interface 2,
 * section 5.
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
  // A parallel call erased the data first. If that call had the same key, this call returns its replay.
  const after = await findMember(ctx, ref);
  if (!after.kept) throw new Failure(unknownMember);
  replay(ctx, after.kept);
}

function replay({ idempotency }: CoreContext, kept: KeptOutcome): void {
  if (!idempotency?.isSame(kept.fingerprint)) throw new Failure(keyReused);
  idempotency.onReplay();
}
