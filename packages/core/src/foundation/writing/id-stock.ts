import type { IdKind, Ids } from "@stampbook/db";
import type { CoreContext } from "../context.ts";

/** Thrown if work in a transaction needs more ids than were taken for it. */
export class IdsMissing extends Error {
  readonly kind: IdKind;
  readonly count: number;
  constructor(kind: IdKind, count: number) {
    super(`${count} more ids of ${kind} are needed`);
    this.kind = kind;
    this.count = count;
  }
}

/**
 * Ids that are taken before a transaction begins. Taking ids inside the transaction would need a second
 * connection.
 */
export type IdStock = {
  /** Returns an `Ids` that starts at the stock's first id. It throws `IdsMissing` if too few are left. */
  readonly open: () => Ids;
  /**
   * Takes the missing ids, plus as many as the stock already has of that kind. Work that needs many ids then
   * rarely begins again.
   */
  readonly add: (missing: IdsMissing) => Promise<void>;
};

/** Takes `counts` ids of each kind for work in a transaction of the caller's merchant. */
export async function stockIds(
  { ids, caller }: CoreContext,
  counts: { readonly [Kind in IdKind]?: number },
): Promise<IdStock> {
  const merchantId = caller.merchant.id;
  const stock = new Map<IdKind, readonly number[]>();
  for (const [kind, count] of Object.entries(counts) as [IdKind, number][])
    if (count > 0) stock.set(kind, await ids.takeMany(merchantId, kind, count));

  function open(): Ids {
    const used = new Map<IdKind, number>();
    const takeMany: Ids["takeMany"] = async (_, kind, count) => {
      const first = used.get(kind) ?? 0;
      const taken = (stock.get(kind) ?? []).slice(first, first + count);
      if (taken.length < count) throw new IdsMissing(kind, count - taken.length);
      used.set(kind, first + count);
      return taken;
    };
    const take: Ids["take"] = async (_, kind) => {
      const [id] = await takeMany(merchantId, kind, 1);
      return id as number;
    };
    return { take, takeMany };
  }

  async function add({ kind, count }: IdsMissing) {
    const taken = stock.get(kind) ?? [];
    const more = await ids.takeMany(merchantId, kind, count + taken.length);
    stock.set(kind, [...taken, ...more]);
  }

  return { open, add };
}
