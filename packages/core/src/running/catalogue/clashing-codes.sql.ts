import { type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { listMerchantIds } from "../../foundation/audit/index.ts";
import type { CoreDeps } from "../../foundation/context.ts";

const SOME = 10;
const { paymentMethods, promoCodes, rewards, stores, vouchers } = schema;

const coded = {
  store: stores,
  reward: rewards,
  "promo code": promoCodes,
  "payment method": paymentMethods,
  voucher: vouchers,
};

const lists = Object.entries(coded).map(([kind, table]) => ({
  kind,
  list: read(
    `list_clashing_codes_of_${kind.replace(" ", "_")}s`,
    (input: Parameters<{ readonly limit: number }>) =>
      rowsOf(table, {
        where: [
          sql`octet_length(${table.codeKey}) <> char_length(${table.codeKey})`,
          sql`${table.codeKey} is not nfc normalized`,
        ],
        limit: sql`${input("limit")}`,
      }).list({ code: table.code }),
  ),
}));

/** A code that is not found by its text, because another row has it composed. */
type ClashingCode = {
  readonly merchantId: number;
  readonly kind: string;
  readonly code: string;
};

/**
 * Returns codes that an earlier version stored and that are still not composed (NFC), up to 10 of each merchant
 * and kind. Another row had the composed code already when the migration composed the others.
 */
export async function listClashingCodes({ db }: Pick<CoreDeps, "db">): Promise<ClashingCode[]> {
  const found: ClashingCode[] = [];
  for (const merchantId of await listMerchantIds({ db }))
    for (const { kind, list } of lists)
      for (const { code } of await run(db, list, { merchantId, limit: SOME }))
        found.push({ merchantId, kind, code });
  return found;
}
