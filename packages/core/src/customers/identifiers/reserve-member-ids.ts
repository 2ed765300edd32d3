import { listMerchantIds } from "../../audit/index.ts";
import type { CoreDeps } from "../../context.ts";
import { readingsOf } from "./identifiers.rules.ts";
import { memberIdKey } from "./member-id.rules.ts";
import { type Reading, saveReadings, selectUnread } from "./reserving.sql.ts";

const AT_ONCE = 1_000;

/**
 * Reserves the emails and mobile numbers that old Member IDs spell, so that no other customer can take them.
 * Old Member IDs are from before the table `customer_identifiers`. The migration to that table could not
 * do this, because SQL cannot read phone numbers. Skips a Member ID if another customer has the email or
 * number that it spells, or the same Member ID in another case. The command `doctor` lists the skipped ones.
 * Returns the number of Member IDs that were not skipped.
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
        // if the Member ID is no email or number, only the same Member ID in another case can clash with it
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
