import { listMerchantIds } from "../../audit/index.ts";
import type { CoreDeps } from "../../context.ts";
import { selectClashing, type UnreadMemberId } from "./reserving.sql.ts";

const SOME = 10;

/** Some Member IDs of each merchant that read as another customer's email or mobile number. */
export async function listClashingMemberIds({
  db,
}: Pick<CoreDeps, "db">): Promise<(UnreadMemberId & { readonly merchantId: number })[]> {
  const found = [];
  for (const merchantId of await listMerchantIds({ db }))
    found.push(...(await selectClashing(db, merchantId, SOME)));
  return found;
}
