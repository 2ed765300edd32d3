import type { SaleInput } from "@stampbook/core/sales";
import { draw, pick } from "./draw.ts";

type Product = readonly [name: string, price: number];

const drinks: readonly Product[] = [
  ["Kopi Susu", 28_000],
  ["Kopi Susu", 28_000],
  ["Es Kopi Pandan", 32_000],
  ["Americano", 25_000],
  ["Cappuccino", 35_000],
  ["Iced Coffee", 32_000],
  ["Teh Tarik", 24_000],
  ["Matcha Latte", 38_000],
];
const food: readonly Product[] = [
  ["Kaya Bun", 24_000],
  ["Kaya Bun", 24_000],
  ["Croissant", 32_000],
  ["Pisang Goreng", 22_000],
  ["Banana Bread", 26_000],
  ["Nasi Lemak", 48_000],
  ["Mie Goreng", 45_000],
];
/** Earns no stamps. */
const tumbler: Product = ["Tumbler", 120_000];

/** What is bought at a visit, as the fields of its sale. */
export type Basket = Pick<
  SaleInput,
  "people" | "total" | "channel" | "type" | "items" | "payments"
>;

/** Returns a basket for one to three people. The same seed always gives the same basket. */
export function basketOf(seed: string): Basket {
  const people = pick([1, 1, 1, 1, 2, 2, 3], `people ${seed}`);
  const lines = [
    { product: pick(drinks, `drink ${seed}`), quantity: people, isEligible: true },
    ...(draw(`eats ${seed}`) < 0.6
      ? [
          {
            product: pick(food, `food ${seed}`),
            quantity: Math.ceil(people / 2),
            isEligible: true,
          },
        ]
      : []),
    ...(draw(`gift ${seed}`) < 0.02 ? [{ product: tumbler, quantity: 1, isEligible: false }] : []),
  ];
  const items = lines.map(({ product: [product, price], quantity, isEligible }) => ({
    product,
    quantity: `${quantity}.000`,
    subtotal: `${price * quantity}.00`,
    isEligible,
    stamps: null,
    extraData: null,
  }));
  const total = lines.reduce((sum, { product, quantity }) => sum + product[1] * quantity, 0);
  const isDelivered = draw(`way ${seed}`) < 0.06;
  return {
    people,
    total: `${total}.00`,
    items,
    payments: paymentsOf(total, seed),
    // delivered by GrabFood, or eaten in or taken out at the till
    channel: isDelivered ? 8 : 2,
    type: isDelivered ? 1 : pick([2, 2, 3], `type ${seed}`),
  };
}

/** Pays with a gift card now and then, and the rest by one method. */
function paymentsOf(total: number, seed: string): SaleInput["payments"] {
  const gift = draw(`pays ${seed}`) < 0.04 ? Math.min(total, 50_000) : 0;
  const method = pick(["QRIS", "QRIS", "QRIS", "CASH"], `method ${seed}`);
  return [
    { method: "GIFT", value: gift },
    { method, value: total - gift },
  ]
    .filter(({ value }) => value > 0)
    .map((each) => ({ ...each, value: `${each.value}.00`, countsForLevels: true }));
}
