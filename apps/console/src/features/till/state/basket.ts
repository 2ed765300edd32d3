import type { Basket, Card, Line } from "./types.ts";

export const emptyBasket: Basket = { lines: [], sale: null, invoice: "" };

/** Returns the name of a line, which no other line of the same basket has. */
export function nameOfLine(line: Line): string {
  return `${line.kind} ${"id" in line ? line.id : line.code.toUpperCase()}`;
}

export function isBasketEmpty({ lines, sale }: Basket): boolean {
  return lines.length === 0 && sale === null;
}

/**
 * Adds a line to a basket. A reward may be added several times. A flexible reward, a voucher or a promo code
 * is added only once.
 */
export function addLine(basket: Basket, line: Line): Basket {
  const name = nameOfLine(line);
  const known = basket.lines.find((each) => nameOfLine(each) === name);
  if (!known) return { ...basket, lines: [...basket.lines, line] };
  if (known.kind !== "reward" || known.stamps !== null) return basket;
  return setLine(basket, { ...known, qty: known.qty + 1 });
}

export function setLine(basket: Basket, line: Line): Basket {
  const name = nameOfLine(line);
  const lines = basket.lines.map((each) => (nameOfLine(each) === name ? line : each));
  return { ...basket, lines };
}

export function removeLine(basket: Basket, name: string): Basket {
  return { ...basket, lines: basket.lines.filter((line) => nameOfLine(line) !== name) };
}

/** Returns the stamps that the rewards of a basket cost. */
export function stampsOf({ lines }: Basket, rewards: Card["rewards"]): number {
  return lines.reduce((sum, line) => {
    if (line.kind !== "reward") return sum;
    const price = rewards.find(({ id }) => id === line.id)?.stampsToRedeem ?? 0;
    return sum + (line.stamps ?? price * line.qty);
  }, 0);
}

/** Returns how many times the basket has the line's reward, voucher or promo code. */
export function countOf(basket: Basket, line: Line): number {
  const name = nameOfLine(line);
  const known = basket.lines.find((each) => nameOfLine(each) === name);
  return known ? ("qty" in known ? known.qty : 1) : 0;
}
