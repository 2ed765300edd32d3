import { listMerchantIds } from "../../audit/index.ts";
import type { CoreDeps } from "../../context.ts";
import { selectClashing, type UnreadMemberId } from "./reserving.sql.ts";

const SOME = 10;

/**
 * Up to 10 Member IDs of each merchant that `reserveMemberIds` has not settled, because another customer has
 * their other form, or the same Member ID in another case.
 */
export async function listClashingMemberIds({
  db,
}: Pick<CoreDeps, "db">): Promise<(UnreadMemberId & { readonly merchantId: number })[]> {
  const found = [];
  for (const merchantId of await listMerchantIds({ db }))
    found.push(...(await selectClashing(db, merchantId, SOME)));
  return found;
}
