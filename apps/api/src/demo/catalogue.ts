import { addDays } from "./calendar.ts";

/** Rewards and promo codes that the demo has beside those of the example. */
export function catalogueRows(firstDay: string) {
  return {
    rewards: [
      {
        id: 11,
        code: "CAKE01",
        name: "Slice of Cake",
        kind: "fixed",
        stamps_to_redeem: 8,
        description: "A slice of the cake of the day.",
        price: "38000.00",
      },
      {
        id: 12,
        code: "BEANS1",
        name: "Bag of Beans",
        kind: "fixed",
        stamps_to_redeem: 30,
        description: "250 g of the house blend.",
        price: "110000.00",
      },
    ],
    promo_codes: [
      {
        id: 10,
        code: "PAGI10",
        name: "10% off before 10:00",
        end_time: "10:00",
        start_date: firstDay,
        extra_data: { percent: 10 },
      },
    ],
  };
}

/** The template "Free Kaya Bun" of the example, and its "Gift Card". */
const [BUN, GIFT_CARD] = [12, 13];

/**
 * Vouchers of the member whom the documented examples name: one for each example that spends a voucher, so that
 * no example spends the voucher of another, and some to try more.
 */
export function spareVouchers(today: string) {
  const row = { customer: 123, end_date: addDays(today, 60) };
  return [
    { ...row, id: 21, voucher_template: GIFT_CARD, code: "GIFT0021", value: "100000.00" },
    ...[22, 23, 24, 25, 26, 27, 28].map((id) => ({
      ...row,
      id,
      voucher_template: BUN,
      code: `KAYA00${id}`,
    })),
  ];
}
