import type { CoreContext } from "../context.ts";
import { type Identifier, identifierForms, readIdentifier } from "../customers/index.ts";
import { Failure, unknownMember } from "../failures.ts";
import { hasPassed, replayLedger } from "../stamps/index.ts";
import { readMemberLedger } from "./expiring-lots.sql.ts";
import type { ExpiringStamps } from "./types.ts";

/**
 * The stamps that a member will lose, one element for each lot with stamps left, by date. Leaves out stamps
 * that have expired or never expire, and with `from` (`YYYY-MM-DD`) those that expire before that day.
 * Refuses invalid_data if there is no such member. Interface 2, section 4.
 */
export async function listExpiringStamps(
  ctx: CoreContext,
  user: Identifier,
  from: string | null,
): Promise<readonly ExpiringStamps[]> {
  const ref = readIdentifier(user, identifierForms, ctx.caller.merchant.country);
  const ledger = await readMemberLedger(ctx, ref);
  if (!ledger) throw new Failure(unknownMember);
  return replayLedger(ledger.entries).lots.flatMap((lot) => {
    const { number, left, expiresOn } = lot;
    if (expiresOn === null || hasPassed(lot, ledger.today)) return [];
    return from !== null && expiresOn < from ? [] : [{ number, stamps: left, expiresOn }];
  });
}
