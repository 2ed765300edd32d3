import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import { codeKeyOf } from "../merchants/index.ts";

const p = sql.placeholder;

/** A promo code, as the till finds it: whose it is to be comes next. */
export type PromoCodeFound = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
};

const find = statement<readonly PromoCodeFound[] | null>(
  "find_promo_code",
  {
    found: sql`select id, code, name from promo_codes where merchant_id = ${p("merchantId")}::bigint
      and code_key = any (array(select json_array_elements_text(${p("codes")}::text::json))) limit 1`,
  },
  sql`(select json_agg(json_build_object('id', id, 'code', code, 'name', name)) from found)`,
);

/** The promo code that is spelled in one of these ways, without case. */
export async function findPromoCodes(
  ctx: CoreContext,
  codes: readonly string[],
): Promise<readonly PromoCodeFound[]> {
  const { id: merchantId } = ctx.caller.merchant;
  return (
    (await run(ctx.db, find, { merchantId, codes: JSON.stringify(codes.map(codeKeyOf)) })) ?? []
  );
}
