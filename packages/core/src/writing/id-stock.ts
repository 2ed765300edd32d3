import type { IdKind, Ids } from "@stampbook/db";
import type { CoreContext } from "../context.ts";

/** The work in a transaction needs more ids than were taken for it. */
export class IdsMissing extends Error {
  readonly kind: IdKind;
  readonly count: number;
  constructor(kind: IdKind, count: number) {
    super(`${count} more ids of ${kind} are needed`);
    this.kind = kind;
    this.count = count;
  }
}

/** Ids that are taken before a transaction begins. Inside it, taking them would need a second connection. */
export type IdStock = {
  /** Begins to hand out the ids, from the first one on. After the last one, `IdsMissing` is thrown. */
  readonly open: () => Ids;
  /**
   * Takes the missing ids, and as many more as there were, so that work with many ids rarely begins again.
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
