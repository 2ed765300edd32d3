import { listMerchantIds } from "../../audit/index.ts";
import type { CoreDeps } from "../../context.ts";
import { selectClashing, type UnreadMemberId } from "./reserving.sql.ts";

const SOME = 10;

/**
 * Returns the Member IDs that `reserveMemberIds` has not reserved, up to 10 of each merchant. After
 * `reserveMemberIds` has run to its end, these are its failures: another customer has the same Member ID in
 * another letter case, or the email or mobile number that it spells.
 */
export async function listClashingMemberIds({
  db,
}: Pick<CoreDeps, "db">): Promise<(UnreadMemberId & { readonly merchantId: number })[]> {
  const found = [];
  for (const merchantId of await listMerchantIds({ db }))
    found.push(...(await selectClashing(db, merchantId, SOME)));
  return found;
}
