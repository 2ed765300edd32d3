import type { SaleProps } from "./sale-facts.tsx";

type Sale = SaleProps["sale"];

/** A decimal with two places in hundredths. */
const hundredths = (amount: string): bigint => {
  const [whole = "0", places = ""] = amount.split(".");
  return BigInt(whole + places.padEnd(2, "0").slice(0, 2));
};

const amountOf = (value: bigint): string => {
  const digits = String(value).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/**
 * The items that come back, by the number of each line, with their part of the line's subtotal, half up; and the
 * sum of it, at most what is left of the sale.
 */
export function goodsBack(
  sale: Pick<Sale, "items" | "total">,
  counts: ReadonlyMap<number, number>,
) {
  const items = sale.items.flatMap(({ line, product, quantity, subtotal }) => {
    const count = counts.get(line) ?? 0;
    const [part, whole] = [BigInt(count) * 1_000n, hundredths(quantity) * 10n];
    if (count <= 0 || whole === 0n) return [];
    const value = (hundredths(subtotal) * part * 2n + whole) / (whole * 2n);
    return [{ product, quantity: String(count), subtotal: amountOf(value) }];
  });
  const sum = items.reduce((total, { subtotal }) => total + hundredths(subtotal), 0n);
  return { items, total: sum > hundredths(sale.total) ? sale.total : amountOf(sum) };
}

/** Returns the amount, but at most the sale's remaining subtotal. Null for a sale without a subtotal. */
export function subtotalBack({ subtotal }: Pick<Sale, "subtotal">, total: string): string | null {
  if (subtotal === null) return null;
  return hundredths(subtotal) < hundredths(total) ? subtotal : total;
}
