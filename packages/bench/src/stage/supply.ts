import { addVouchers } from "./seed.ts";
import type { Stage } from "./stage.ts";
import { shop } from "./things.ts";

/** Unused numbers of calls; for vouchers, their ids. */
export type Range = { readonly from: number; readonly count: number };

/** Hands out each number once in a run, and makes the rows for it. */
export type Supply = { readonly take: (count: number) => Promise<Range> };

/** Far from any id that a small number could be confused with. */
const FIRST = 123_456_789;

/** A supply for calls: vouchers of one template, or only numbers. */
export function openSupply(
  stage: Stage,
  customers: number,
): Readonly<Record<"plain" | "dynamic" | "none", Supply>> {
  let next = FIRST;
  const supply = (template: number | null): Supply => ({
    take: async (count) => {
      const from = next;
      next += count;
      if (template !== null) await addVouchers(stage, template, { from, count, customers });
      return { from, count };
    },
  });
  return { plain: supply(shop.plain), dynamic: supply(shop.dynamic), none: supply(null) };
}
