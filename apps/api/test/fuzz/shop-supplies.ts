import type { House } from "../harness.ts";
import type { Shop } from "../shop.ts";

/** A reward and a promo code of the shop, by the fields that name them. */
export async function catalogueOf({ given }: House, { merchant }: Shop) {
  const { id: reward, code } = await given.reward(merchant);
  const { code: promo_code } = await given.promoCode(merchant);
  return { reward, code, reward_code: code, rewards: [{ code }], promo_code };
}

/** A customer's voucher that the operation `name` can redeem, deduct from, or issue more of. */
export async function voucherOf(shop: Shop, name: string, customerId: number) {
  const dynamic = { remainingValue: "100.00", template: { isDynamic: true } };
  const row = ["vouchers.deductValue", "vouchers.issue"].includes(name) ? dynamic : {};
  const { id, code, template } = await shop.voucherOf(customerId, row);
  const named = { voucher: id, voucher_code: code, voucher_template: template.id };
  if (name === "vouchers.details") return { ...named, code };
  return name === "vouchers.issue" ? { ...named, quantity: 2, start_date: "2030-01-01" } : named;
}

/** A line of each kind, and a voucher to issue, for `transactions.addWithRedemptions`. */
export async function linesOf(shop: Shop, customerId: number, catalogue: Catalogue) {
  const { code: voucher_code, template } = await shop.voucherOf(customerId, {
    remainingValue: "100.00",
    template: { isDynamic: true },
  });
  return {
    reward_redemptions: [{ reward: catalogue.reward, qty: 1 }],
    voucher_redemptions: [{ voucher_code, value: "1.50" }],
    promo_code_redemptions: [{ promo_code: catalogue.promo_code }],
    issue_voucher: { template_id: template.id, value: "5.00" },
  };
}

type Catalogue = Awaited<ReturnType<typeof catalogueOf>>;
