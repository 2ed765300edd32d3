import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import * as contentOfSale from "../modify-sale/content-of-sale.sql.ts";
import { acceptsStamps, type Modification } from "../modify-sale/modification.rules.ts";
import { contentAfter, renamed, whatIsMissing } from "./return.rules.ts";

type Computing = Parameters<typeof contentOfSale.complete>[1] & {
  readonly adds: number | null;
  readonly after: unknown;
};
type Seen = Parameters<typeof contentOfSale.complete>[2];

/**
 * Returns the call with the sale after the return. Null if the call was computed from the current sale already.
 * Stamps that it names have no effect if the sale accepts none from the POS, or if nobody would get them.
 * Throws `required`, `product_not_found` and `invalid`.
 */
export async function computeReturn<Call extends Computing>(
  ctx: CoreContext,
  call: Call,
  seen: Seen,
) {
  const { sale, customer, content } = seen;
  if (!sale) return null;
  const named = call.asked as Modification;
  const missing = whatIsMissing(content, named);
  if (missing) throw new Failure(missing);
  const isNobodys = customer === null && (named.stamps ?? 0) > 0;
  const stamps = acceptsStamps(content) && !isNobodys ? named.stamps : null;
  const asked = { ...named, stamps };
  const computed = await contentOfSale.complete(ctx, { ...call, asked }, seen).catch((error) => {
    throw error instanceof Failure ? new Failure(renamed(error.refusal)) : error;
  });
  if (!computed) return null;
  const after = contentAfter(content, computed);
  return { ...computed, after, adds: Math.max(0, after.stampsEarned - content.stampsEarned) };
}
