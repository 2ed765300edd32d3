import { json } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { member, sale, takenBack } from "../../../machinery/facts/index.ts";
import { fact, merchantId, rowOf, updateFrom } from "../../../machinery/kernel/index.ts";
import type { Customer } from "../../../people/customers/index.ts";
import type { Sale } from "../types.ts";
import {
  type Modification,
  modifyContent,
  type RecordedContent,
  tooMuchTaken,
} from "./modification.rules.ts";

// The content of a sale that is modified: what is computed from it, and what is written.

const types = {
  /** The id for the modification's row. */
  modification: "bigint",
  /** What to take off, a `Modification`. */
  asked: "json",
  /** The next four columns are the sale after the modification. Null until it is computed. */
  total: "numeric | null",
  subtotal: "numeric | null",
  spending: "numeric | null",
  stampsEarned: "bigint | null",
  /** The changed lines and payments, in the form that `json_to_recordset` reads. */
  items: "json",
  payments: "json",
  /** The stamps that must go back. */
  takes: "bigint | null",
  /** The version of the sale from which they were computed. */
  computedFrom: "text | null",
  /** The sale before the modification, a `RecordedContent`. */
  before: "json | null",
} as const;
const c = rowOf("c", { ...types, replayedTo: 0 });

/** The sale's items, payments and earlier modifications, from which a modification is computed. */
export const found = fact({
  call: types,
  joins: () => sql`
  left join lateral (select json_agg(json_build_object('line', i.line, 'product', i.product,
      'quantity', i.quantity::text, 'subtotal', i.subtotal::text, 'stamps', i.stamps,
      'isEligible', i.is_eligible) order by i.line) as list
    from transaction_items i where i.merchant_id = ${merchantId} and i.transaction_id = x.id) item on true
  left join lateral (select json_agg(json_build_object('line', p.line, 'method', p.method,
      'value', p.value::text, 'earned', p.earned, 'countsForLevels', p.counts_for_levels)
      order by p.line) as list
    from transaction_payments p where p.merchant_id = ${merchantId} and p.transaction_id = x.id) payment on true
  left join lateral (select coalesce(sum(d.total), 0) as total
    from transaction_modifications d where d.merchant_id = ${merchantId} and d.transaction_id = x.id) less on true`,
  keeps: { modification: c.modification },
  shows: {
    content: sql<RecordedContent>`${json({
      total: sale.sales.total,
      originalTotal: sql`(${sale.sales.total} - less.total)::text`,
      subtotal: sale.sales.subtotal,
      spending: sale.sales.spending,
      stampsEarned: sale.sales.stampsEarned,
      stampsSent: sale.sales.stampsSent,
      rule: sale.sales.rule,
      multiplier: sale.sales.multiplier,
      earnLimit: sale.sales.earnLimit,
      programme: sale.sales.programme,
      items: sql`coalesce(item.list, '[]'::json)`,
      payments: sql`coalesce(payment.list, '[]'::json)`,
    })}`,
    entryNumber: member.memberships.entryNumber,
    saleVersion: sql<string | null>`x.version`,
  },
});

/** Whether the modification has to be computed, for the first time or because sale or ledger have changed since. */
export const lacks = sql`(c.replayed_to is distinct from ms.entry_number or not (${sale.isOfVersion(c.computedFrom)}))`;

/** Writes the amounts and the stamps that are left. */
export const change = (isOwned: SQL) =>
  updateFrom(
    sale.sales,
    { total: c.total, subtotal: c.subtotal, spending: c.spending, stampsEarned: c.stampsEarned },
    {
      from: sql`locked l join calls c on c.n = l.n`,
      where: sql`${sale.sales.id} = l.sale_id and ${isOwned}`,
      returning: sql`l.*`,
    },
  );

/** Writes the lines and payments that are left. */
export const writes = {
  item: sql`
  update transaction_items t set quantity = i.quantity, subtotal = i.subtotal, stamps = i.stamps
  from changed s join calls c on c.n = s.n
  cross join lateral json_to_recordset(c.items) as i (line int, quantity numeric, subtotal numeric,
  stamps bigint)
  where t.merchant_id = $1 and t.transaction_id = s.sale_id and t.line = i.line
  returning t.line`,
  payment: sql`
  update transaction_payments t set value = p.value
  from changed s join calls c on c.n = s.n
  cross join lateral json_to_recordset(c.payments) as p (line int, value numeric)
  where t.merchant_id = $1 and t.transaction_id = s.sale_id and t.line = p.line
  returning t.line`,
};

/** A call for a sale, without the sale after the modification. */
export const notComputed = {
  ...{ total: null, subtotal: null, spending: null, stampsEarned: null },
  ...{ items: [], payments: [], takes: null, computedFrom: null, before: null },
} as const;

/** The columns of a call that are computed. */
type Computed = {
  readonly [Name in "total" | "subtotal" | "spending" | "computedFrom"]: string | null;
} & { readonly [Name in "stampsEarned" | "takes" | "replayed" | "replayedTo"]: number | null } & {
  readonly [Name in "asked" | "items" | "payments" | "before"]: unknown;
};

type Seen = {
  readonly sale: Sale | null;
  readonly customer: Customer | null;
  readonly content: RecordedContent;
  /** The membership's `entry_number`. Every change of the customer's ledger or sales raises it. */
  readonly entryNumber: number | null;
  readonly saleVersion: string | null;
  readonly returnable: number | null;
  readonly spentBefore: number;
};

/**
 * Returns the call with the modified sale. Null if the call was computed from the current sale already. Throws
 * `product_not_found` and `invalid` if too much is taken off.
 */
export async function complete<Call extends Computed>(ctx: CoreContext, call: Call, seen: Seen) {
  const { sale, content, entryNumber, saleVersion: computedFrom } = seen;
  const isComputed = call.computedFrom === computedFrom && call.replayedTo === entryNumber;
  if (!sale || isComputed) return null;
  const modification = call.asked as Modification;
  const modified = modifyContent(content, modification);
  if ("tooMuch" in modified) throw new Failure(tooMuchTaken(modified, modification));
  const known = await stampsThatCanGoBack(ctx, seen);
  // if the ledger has changed since the sale was read, the statement must read the sale again
  if (known.replayedTo !== entryNumber) return { ...call, computedFrom: null };
  const less = Math.max(0, content.stampsEarned - modified.stampsEarned);
  const takes = Math.min(less, known.replayed);
  return { ...call, ...modified, takes, before: content, computedFrom, ...known };
}

/** The columns of a call that say how many stamps of the sale can go back. */
async function stampsThatCanGoBack(ctx: CoreContext, seen: Seen) {
  const { sale, customer, returnable, entryNumber, spentBefore } = seen;
  return sale && customer && returnable === null
    ? takenBack.replayOf(ctx, customer.id, { sale, spentBefore })
    : { replayed: returnable ?? 0, replayedTo: entryNumber };
}
