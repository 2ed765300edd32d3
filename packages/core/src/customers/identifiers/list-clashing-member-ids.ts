import { listMerchantIds } from "../../audit/index.ts";
import type { CoreDeps } from "../../context.ts";
import { selectClashing, type UnreadMemberId } from "./reserving.sql.ts";

const SOME = 10;

/**
 * Returns up to 10 Member IDs of each merchant that `reserveMemberIds` could not settle. Another customer has
 * the same Member ID in another case, or the email or mobile number that it spells.
 */
export async function listClashingMemberIds({
  db,
}: Pick<CoreDeps, "db">): Promise<(UnreadMemberId & { readonly merchantId: number })[]> {
  const found = [];
  for (const merchantId of await listMerchantIds({ db }))
    found.push(...(await selectClashing(db, merchantId, SOME)));
  return found;
}
