import { sql } from "drizzle-orm";
import type { Verbs } from "../verbs.ts";
import { customerOf, read, refuse, writeRedemption } from "./rows.ts";

type Row = {
  readonly id: string;
  readonly uses: number;
  readonly max_uses: number | null;
  readonly max_uses_per_customer: number | null;
  readonly by_customer: number | null;
};

export const redeemPromoCode: Verbs["redeemPromoCode"] = async (ctx, input) => {
  const merchantId = ctx.caller.merchant.id;
  const customerId = await customerOf(ctx, input.user);
  const promo = await read<Row>(
    ctx.db,
    sql`select p.id, p.uses, p.max_uses, p.max_uses_per_customer, u.uses as by_customer
      from promo_codes p left join promo_code_uses u on u.merchant_id = p.merchant_id
        and u.promo_code_id = p.id and u.customer_id = ${customerId}
      where p.merchant_id = ${merchantId} and p.code_key = ${input.promoCode.toUpperCase()}`,
  );
  if (!promo) return refuse("invalid_promo_code");
  const mine = promo.by_customer ?? 0;
  if (promo.max_uses !== null && promo.uses >= promo.max_uses)
    return refuse("promo_code_limit_reached");
  if (promo.max_uses_per_customer !== null && mine >= promo.max_uses_per_customer)
    return refuse("promo_code_limit_reached");
  await ctx.db.execute(sql`
    update promo_codes set uses = ${promo.uses + 1}
    where merchant_id = ${merchantId} and id = ${promo.id}`);
  await ctx.db.execute(sql`
    insert into promo_code_uses (merchant_id, promo_code_id, customer_id, uses)
    values (${merchantId}, ${promo.id}, ${customerId}, ${mine + 1})
    on conflict (merchant_id, promo_code_id, customer_id) do update set uses = excluded.uses`);
  const promoCodeId = Number(promo.id);
  return writeRedemption(ctx, { kind: "promo_code", customerId, store: input.store, promoCodeId });
};
