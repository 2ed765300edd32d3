import { listMerchantIds } from "../../../foundation/audit/index.ts";
import type { CoreDeps } from "../../../foundation/context.ts";
import { renewalOf } from "./identifiers.rules.ts";
import { oddEntries, saveRenewals } from "./renewing.sql.ts";

/**
 * Stores the identifiers of earlier versions as they are compared now:
 * - emails and Member IDs in the form of `emailKeyOf` and `memberIdKey`, also the email that is shown;
 * - the emails and mobile numbers that old Member IDs spell, which no other customer can take then. Old Member
 *   IDs are from before the table `customer_identifiers`. The migration to that table could not do this,
 *   because SQL cannot read phone numbers.
 *
 * Skips an identifier whose new form another customer has. The command `doctor` lists the skipped ones.
 * Returns the number of identifiers that were not skipped.
 */
export async function renewIdentifiers(
  { db }: Pick<CoreDeps, "db">,
  giveUp?: AbortSignal,
): Promise<number> {
  let renewed = 0;
  for (const merchantId of await listMerchantIds({ db }))
    for await (const { rows, country } of oddEntries(db, merchantId)) {
      if (giveUp?.aborted) return renewed;
      const renewals = rows.flatMap((row) => renewalOf(row, country) ?? []);
      if (renewals.length) renewed += await saveRenewals(db, merchantId, renewals);
    }
  return renewed;
}
