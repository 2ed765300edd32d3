import { createHash } from "node:crypto";

/**
 * Returns a number from 0 to below 1. The same text always gives the same number, so the demo of a day is
 * always the same.
 */
export function draw(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32;
}

/** Returns one of at least one item. The same text always gives the same item. */
export function pick<Item>(items: readonly Item[], text: string): Item {
  return items[Math.floor(draw(text) * items.length)] as Item;
}
