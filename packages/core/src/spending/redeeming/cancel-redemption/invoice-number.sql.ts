import { type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";

const { redemptions: r } = schema;

const numberOf = read("read_invoice_number", (p: Parameters<{ readonly redemptionId: number }>) =>
  rowsOf(r, { where: [eq(r.id, p("redemptionId"))] }).one({ invoiceNumber: r.invoiceNumber }),
);

/** Reads a redemption's invoice number. Null if it has none, or if there is no such redemption. */
export async function readInvoiceNumber(
  { db, caller }: CoreContext,
  redemptionId: number,
): Promise<string | null> {
  const seen = await run(db, numberOf, { merchantId: caller.merchant.id, redemptionId });
  return seen?.invoiceNumber ?? null;
}
