import { listMerchantIds } from "../../../foundation/audit/index.ts";
import type { CoreDeps } from "../../../foundation/context.ts";
import { renewalOf } from "./identifiers.rules.ts";
import { oddEntries, type Renewal } from "./renewing.sql.ts";

const SOME = 10;

/**
 * Returns the emails and Member IDs that `renewIdentifiers` has not renewed, up to 10 of each merchant. After
 * `renewIdentifiers` has run to its end, these are its failures: another customer has the same email or Member
 * ID in another form, or the email or mobile number that a Member ID spells.
 */
export async function listClashingIdentifiers({
  db,
}: Pick<CoreDeps, "db">): Promise<(Renewal & { readonly merchantId: number })[]> {
  const found = [];
  for (const merchantId of await listMerchantIds({ db })) {
    const own = [];
    for await (const { rows, country } of oddEntries(db, merchantId)) {
      const left = rows.flatMap((row) => renewalOf(row, country) ?? []);
      own.push(...left.map((entry) => ({ ...entry, merchantId })));
      if (own.length >= SOME) break;
    }
    found.push(...own.slice(0, SOME));
  }
  return found;
}
