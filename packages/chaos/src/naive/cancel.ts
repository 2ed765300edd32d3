import { sql } from "drizzle-orm";
import type { Verbs } from "../verbs.ts";
import { read, refuse, writeEntry } from "./rows.ts";

type Row = {
  readonly status: string;
  readonly customer_id: string;
  readonly stamps_used: string;
  readonly voucher_id: string | null;
  readonly value: string | null;
  readonly promo_code_id: string | null;
  readonly spent: boolean;
};

export const cancelRedemption: Verbs["cancelRedemption"] = async (ctx, input) => {
  const id = input.redemptionId;
  const merchantId = ctx.caller.merchant.id;
  const told = { redemption: { id } };
  const row = await read<Row>(
    ctx.db,
    sql`select r.status, r.customer_id, r.stamps_used, l.voucher_id, l.value, l.promo_code_id,
        exists (select 1 from vouchers v where v.merchant_id = r.merchant_id
          and v.issued_by_redemption_id = r.id and v.redeemed_at is not null) as spent
      from redemptions r join redemption_lines l on l.merchant_id = r.merchant_id and l.redemption_id = r.id
      where r.merchant_id = ${merchantId} and r.id = ${id}`,
  );
  if (!row) return refuse("redemption_not_found");
  if (row.status === "Canceled") return told;
  if (row.spent) return refuse("voucher_already_redeemed");
  await ctx.db.execute(sql`
    update redemptions set status = 'Canceled', canceled_at = clock_timestamp(), canceled_by = 'token:1'
    where merchant_id = ${merchantId} and id = ${id}`);
  await ctx.db.execute(sql`
    update memberships set stamps = stamps + ${row.stamps_used}
    where merchant_id = ${merchantId} and customer_id = ${row.customer_id}`);
  if (Number(row.stamps_used) > 0)
    await writeEntry(ctx, row.customer_id, {
      cause: "cancellation",
      causeId: id,
      delta: row.stamps_used,
    });
  await ctx.db.execute(sql`
    update vouchers set is_active = false
    where merchant_id = ${merchantId} and issued_by_redemption_id = ${id}`);
  if (input.createReplacementVoucher && row.voucher_id !== null)
    await ctx.db.execute(sql`
      insert into vouchers (merchant_id, id, voucher_template_id, code, code_key, customer_id)
      select merchant_id, ${await ctx.ids.take(merchantId, "vouchers")}, voucher_template_id,
        gen_random_uuid(), gen_random_uuid(), customer_id
      from vouchers where merchant_id = ${merchantId} and id = ${row.voucher_id}`);
  if (row.value !== null) {
    await ctx.db.execute(sql`
      update vouchers set remaining_value = remaining_value + ${row.value}::numeric, redeemed_at = null
      where merchant_id = ${merchantId} and id = ${row.voucher_id}`);
    await ctx.db.execute(sql`
      insert into voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta)
      values (${merchantId}, ${row.voucher_id}, 'cancellation', ${id}, ${row.value}::numeric)
      on conflict do nothing`);
  }
  if (row.promo_code_id !== null) {
    await ctx.db.execute(sql`
      update promo_codes set uses = uses - 1
      where merchant_id = ${merchantId} and id = ${row.promo_code_id}`);
    await ctx.db.execute(sql`
      update promo_code_uses set uses = uses - 1
      where merchant_id = ${merchantId} and promo_code_id = ${row.promo_code_id}
        and customer_id = ${row.customer_id}`);
  }
  return told;
};
