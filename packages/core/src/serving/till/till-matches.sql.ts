import { type DocumentOf, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { codeKeyOf } from "../../running/merchants/index.ts";

const { promoCodes } = schema;

const promoCode = { id: promoCodes.id, code: promoCodes.code, name: promoCodes.name };

/** A promo code that the till found, before staff choose the customer. */
export type PromoCodeFound = DocumentOf<typeof promoCode>;

const find = read("find_promo_code", (p: Parameters<{ readonly codes: string }>) =>
  rowsOf(promoCodes, {
    where: [
      sql`${promoCodes.codeKey} = any (array(select json_array_elements_text(${p("codes")})))`,
    ],
    limit: sql`1`,
  }).list(promoCode),
);

/** Finds at most one promo code that has one of these spellings, in upper or lower case. */
export function findPromoCodes(
  ctx: CoreContext,
  codes: readonly string[],
): Promise<readonly PromoCodeFound[]> {
  const { id: merchantId } = ctx.caller.merchant;
  return run(ctx.db, find, { merchantId, codes: JSON.stringify(codes.map(codeKeyOf)) });
}
