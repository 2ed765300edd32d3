import type { CoreContext } from "../foundation/context.ts";
import { Failure, unknownCustomer } from "../foundation/failures.ts";
import { hasPassed, replayLedger } from "../holding/stamps/index.ts";
import { type Identifier, identifierForms, readIdentifier } from "../people/customers/index.ts";
import { readMemberLedger } from "./expiring-lots.sql.ts";
import type { ExpiringStamps } from "./types.ts";

/**
 * Lists the stamps of a member that will expire, by date. Each element is a lot: the unspent stamps of one
 * sale, award or other gain, or the stamps of expired lots that a canceled redemption returned. Leaves out
 * lots that have expired or never expire. With `from` (`YYYY-MM-DD`), also leaves out lots that expire before
 * that day. Throws `invalid_user` for an unknown member. Interface 2, section 4.
 */
export async function listExpiringStamps(
  ctx: CoreContext,
  user: Identifier,
  from: string | null,
): Promise<readonly ExpiringStamps[]> {
  const ref = readIdentifier(user, identifierForms, ctx.caller.merchant.country);
  const ledger = await readMemberLedger(ctx, ref);
  if (!ledger) throw new Failure(unknownCustomer);
  const listed = new Map<number, ExpiringStamps>();
  for (const lot of replayLedger(ledger.entries).lots) {
    const { number, left, expiresOn } = lot;
    if (expiresOn === null || hasPassed(lot, ledger.today)) continue;
    if (from !== null && expiresOn < from) continue;
    // a canceled redemption can make several lots with one number and one last day
    listed.set(number, { number, stamps: (listed.get(number)?.stamps ?? 0) + left, expiresOn });
  }
  return [...listed.values()];
}
