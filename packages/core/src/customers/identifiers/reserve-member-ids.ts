import { listMerchantIds } from "../../audit/index.ts";
import type { CoreDeps } from "../../context.ts";
import { readingsOf } from "./identifiers.rules.ts";
import { memberIdKey } from "./member-id.rules.ts";
import { type Reading, saveReadings, selectUnread } from "./reserving.sql.ts";

const AT_ONCE = 1_000;

/**
 * Reserves the other forms of Member IDs that are older than the table `customer_identifiers`: emails and
 * mobile numbers that no other customer may then take. The migration leaves this to code, because SQL cannot
 * read numbers. Returns how many Member IDs are settled. `doctor` names the others: another customer has
 * their other form, or the same Member ID in another case.
 */
export async function reserveMemberIds(
  { db }: Pick<CoreDeps, "db">,
  giveUp?: AbortSignal,
): Promise<number> {
  let settled = 0;
  for (const merchantId of await listMerchantIds({ db })) {
    for (let after = ""; !giveUp?.aborted; ) {
      const page = await selectUnread(db, merchantId, after, AT_ONCE);
      if (!page?.rows.length) break;
      const readings = page.rows.map((row): Reading => {
        // a Member ID without another form is settled if the customer has it in `customer_identifiers`, in
        // any case
        const itself = { form: "memberId", value: memberIdKey(row.memberId) };
        const [reading = itself] = readingsOf(row.memberId, page.country);
        return { ...row, ...reading };
      });
      settled += await saveReadings(db, merchantId, readings);
      after = page.rows.at(-1)?.memberId ?? after;
    }
  }
  return settled;
}
