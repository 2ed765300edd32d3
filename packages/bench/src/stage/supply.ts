import { addVouchers } from "./seed.ts";
import type { Stage } from "./stage.ts";
import { shop } from "./things.ts";

/** Unused numbers for calls. A call on a voucher uses its number as the voucher's id. */
export type Range = { readonly from: number; readonly count: number };

/** Hands out each number once in a run, and adds the voucher that the number's call needs, if any. */
export type Supply = { readonly take: (count: number) => Promise<Range> };

/** The first number, far from small ids, so that numbers and ids cannot be confused. */
const FIRST = 123_456_789;

/** Makes the supplies: `plain` and `dynamic` add vouchers of that template, `none` gives numbers alone. */
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
