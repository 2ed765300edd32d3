import { json } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditOf } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { kept, keyOf } from "../../../foundation/writing/index.ts";
import { returnableStamps } from "../../../holding/stamps/index.ts";
import { audit, member, merchant, sale } from "../../../machinery/facts/index.ts";
import {
  check,
  fact,
  operation,
  rowOf,
  send,
  unless,
  updateFrom,
} from "../../../machinery/kernel/index.ts";
import type { Customer, Membership } from "../../../people/customers/index.ts";
import type { Sale, SaleAdded } from "../types.ts";
import {
  type Modification,
  modifyContent,
  type RecordedContent,
  tooMuchTaken,
} from "./modification.rules.ts";

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
  /** The stamps to take back. */
  takes: "bigint | null",
} as const;
const c = rowOf("c", { ...types, replayedTo: 0 });

/** The sale's items, payments and earlier modifications, from which a modification is computed. */
const content = fact({
  call: types,
  joins: () => sql`
  left join lateral (select json_agg(json_build_object('line', i.line, 'product', i.product,
      'quantity', i.quantity::text, 'subtotal', i.subtotal::text, 'stamps', i.stamps,
      'isEligible', i.is_eligible) order by i.line) as list
    from transaction_items i where i.merchant_id = $1 and i.transaction_id = x.id) item on true
  left join lateral (select json_agg(json_build_object('line', p.line, 'method', p.method,
      'value', p.value::text, 'earned', p.earned, 'countsForLevels', p.counts_for_levels)
      order by p.line) as list
    from transaction_payments p where p.merchant_id = $1 and p.transaction_id = x.id) payment on true
  left join lateral (select coalesce(sum(d.total), 0) as total
    from transaction_modifications d where d.merchant_id = $1 and d.transaction_id = x.id) less on true`,
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
    toTake: sql<number | null>`c.takes`,
  },
});

/** Whether the modification has to be computed, for the first time or because the ledger has gone on since. */
const lacks = sql`(c.replayed_to is distinct from ms.entry_number or c.total is null)`;

/** Modifies sales. A call is done only with a modification that was computed from the sale as it is now. */
export const saleModifications = operation({
  name: "transactions.modify",
  statement: "modify_sales",
  call: {},
  sees: [
    merchant.found,
    sale.found({ spending: "c.spending", takes: sql`c.takes` }),
    content,
    audit.found,
  ],
  checks: [
    sale.checks,
    {
      saleIsCreated: check({
        code: "invalid_transaction",
        holds: () => sql`${sale.sales.status} = 'Created'`,
        words: ({ sale: { status } }: { readonly sale: Sale }) => ({
          message:
            status === "Canceled"
              ? "The transaction is canceled."
              : "The transaction has no customer yet: add it again with a user first.",
          rule: "the sale is its customer's, and not canceled",
          found: status,
        }),
      }),
    },
    unless(lacks, {
      stampsAreLeft: sale.stampsAreLeft(({ toTake }: Counted) => ({
        message: "Transaction can't be modified due to insufficient Stamps",
        rule: "the stamps that the sale no longer earns are there to go back",
        needed: toTake,
      })),
    }),
  ],
  settles: sale.expiry,
  completes: { lacks, complete },
  once: ["whose"],
  locks: [sale.locked, sale.ledgerLocked, sale.customerLocked],
  change: (isOwned) =>
    updateFrom(
      sale.sales,
      { total: c.total, subtotal: c.subtotal, spending: c.spending, stampsEarned: c.stampsEarned },
      {
        from: sql`locked l join calls c on c.n = l.n`,
        where: sql`${sale.sales.id} = l.sale_id and ${isOwned}`,
        returning: sql`l.*`,
      },
    ),
  writes: {
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
    entered: sql`
  insert into transaction_modifications as d (merchant_id, id, transaction_id, total, subtotal, items,
    stamps, created_at, created_by)
  select $1, s.modification, s.sale_id, (c.asked->>'total')::numeric,
    coalesce((c.asked->>'subtotal')::numeric, 0), c.asked->'items', -s.takes, s.now, c.actor
  from changed s join calls c on c.n = s.n
  returning d.id`,
    ...sale.returns("changed", "modification", {
      ...{ cause: "earning_modification", causeId: "s.modification" },
    }),
    entry: audit.entries({
      action: "transactions.modify",
      details: "json_build_object('name', d.invoice_number, 'delta', -d.takes)",
    }),
  },
  frame: json({
    sale: sql<Sale>`(b.sale::jsonb || jsonb_build_object('total', c.total::text,
        'stampsEarned', c.stamps_earned))::json`,
    customer: sql<Customer | null>`b.customer`,
    membership: sql<Membership | null>`b.membership`,
  }),
  changed: sale.changed,
});

/** The outcome of a call or of its replay. */
export const keptModification = kept(saleModifications, ({ frame, changed }): SaleAdded => {
  const { membership, ...known } = frame;
  return { ...known, membership: membership && { ...membership, ...changed } };
});

type Counted = { readonly membership: { readonly stamps: number }; readonly toTake: number };

/** The values that one call sends, without its idempotency key. */
export type ModifySaleCall = Parameters<typeof saleModifications.refuse>[1];

/** A call for a sale, without the sale after the modification. */
export const notComputed = {
  ...{ total: null, subtotal: null, spending: null, stampsEarned: null },
  ...{ items: [], payments: [], takes: null },
} as const;

/**
 * Takes items, amounts, payments or stamps off a sale. Takes back the stamps that the sale no longer earns, except
 * stamps that have expired. The ledger does not show which stamps of an imported sale have expired: they
 * count as not expired. Two calls take off twice, unless they have the same idempotency key. Throws
 * `transaction_not_found`, `permission_denied` for a sale in a store that is not the caller's,
 * `invalid_transaction` for an Open or canceled sale, `product_not_found`, `invalid` for more than the sale
 * has, and `insufficient_stamps` if the customer has fewer stamps than must go back. Interface 2, section 3.
 */
export async function modifySale(
  ctx: CoreContext,
  transactionId: number,
  modification: Modification,
): Promise<SaleAdded> {
  const subject = `transaction ${transactionId}`;
  const call = {
    ...(await sale.callOf(ctx, transactionId)),
    modification: await ctx.ids.take(ctx.caller.merchant.id, "transaction_modifications"),
    asked: modification,
    ...notComputed,
    ...(await auditOf(ctx, { subject })),
    ...keyOf(ctx),
  };
  const how = { subjects: () => [subject], recordedAs: null };
  return keptModification.read(await send(ctx, saleModifications, call, how));
}

type Seen = {
  readonly sale: Sale | null;
  readonly customer: Customer | null;
  readonly content: RecordedContent;
  /** The membership's `entry_number`. Every change of the customer's ledger or sales raises it. */
  readonly entryNumber: number | null;
  readonly returnable: number | null;
};

/**
 * Returns the call with the modified sale. Null if the call was computed from the current sale already. Throws
 * `product_not_found` and `invalid` if too much is taken off.
 */
async function complete<
  Call extends { readonly asked: unknown; readonly replayedTo: number | null },
>(ctx: CoreContext, call: Call, { sale, customer, content, entryNumber, returnable }: Seen) {
  if (!sale || !customer || call.replayedTo === entryNumber) return null;
  const modification = call.asked as Modification;
  const modified = modifyContent(content, modification);
  if ("tooMuch" in modified) throw new Failure(tooMuchTaken(modified, modification));
  const known =
    returnable === null
      ? await returnableStamps(ctx, customer.id, { cause: "earning", causeId: sale.id })
      : { stamps: returnable, entryNumber };
  // if the ledger has changed since the sale was read, the statement must read the sale again
  if (known.entryNumber !== entryNumber) return { ...call, replayedTo: null };
  const takes = Math.min(content.stampsEarned - modified.stampsEarned, known.stamps);
  return { ...call, ...modified, takes, replayed: known.stamps, replayedTo: entryNumber };
}
