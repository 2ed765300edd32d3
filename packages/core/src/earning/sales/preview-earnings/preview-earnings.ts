import { run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { member, merchant, store } from "../../../machinery/facts/index.ts";
import { fact, fragmentOf, judging, unless } from "../../../machinery/kernel/index.ts";
import { readStoreRef } from "../../../running/merchants/index.ts";
import { earningOf } from "../add-sale/add-sale-call.sql.ts";
import { canEarn, earning, earningColumns } from "../earning.sql.ts";
import type { SaleInput } from "../types.ts";

/** The parts of a sale from which a preview is computed. */
export type PreviewInput = Pick<
  SaleInput,
  "store" | "user" | "total" | "subtotal" | "items" | "payments"
>;

/** The stamps that the sale earns. Without a user, those of a member of a level without an advantage. */
const earned = fact({
  call: earningColumns,
  joins: (form) => sql`
  cross join lateral (select coalesce((select l.earn_multiplier from levels l
    where l.merchant_id = ${sql.placeholder("merchantId")} and l.level = ms.level), 1) as earn_multiplier) l${fragmentOf(
      earning(form, "s.today", `(not c.has_user or (${canEarn}))`),
    )}`,
  keeps: {},
  shows: { stamps: sql<number>`e.stamps` },
});

const judged = judging({
  sees: [merchant.found, store.found, member.found, earned],
  call: {},
  lists: { refused: [store.checks, unless(sql`not c.has_user`, { memberExists: member.exists })] },
});

const answer = judged.docWith({});

const load = statement<typeof answer extends SQL<infer Answer> ? Answer : never>(
  "load_preview",
  judged.arms,
  sql`(select ${answer} from seen b)`,
);

/**
 * Returns the stamps that a sale would earn now. Writes nothing. Throws `invalid_store`, `permission_denied`
 * and `invalid_user` as `addSale` does. Interface 2, section 3.
 */
export async function previewEarnings(ctx: CoreContext, input: PreviewInput): Promise<number> {
  const { caller } = ctx;
  const call = {
    ...readStoreRef(input.store),
    allowedStores: caller.stores,
    ...earningOf(ctx, { ...input, stamps: null }),
  };
  const of = { merchantId: caller.merchant.id, offsetMs: ctx.clockOffsetMs };
  const seen = await run(ctx.db, load, { ...judged.valuesOf(call), ...of });
  const refusal = judged.refuse("refused", { seen, call, caller });
  if (refusal) throw new Failure(refusal);
  return seen.stamps;
}
