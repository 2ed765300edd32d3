import { isDatabaseError, json } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { auditOf } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { kept, keyOf } from "../../../foundation/writing/index.ts";
import { withdrawnOf } from "../../../holding/vouchers/index.ts";
import { audit, issued, sale, takenBack } from "../../../machinery/facts/index.ts";
import { operation, send } from "../../../machinery/kernel/index.ts";
import type { Customer, Membership } from "../../../people/customers/index.ts";
import * as contentOfSale from "../modify-sale/content-of-sale.sql.ts";
import type { Sale } from "../types.ts";
import { computeReturn } from "./compute-return.ts";
import { type NamedReturn, nameReturn } from "./name-return.ts";
import * as returned from "./returned.sql.ts";
import type { Others, ReturnAdded, Returned, ReturnInput } from "./types.ts";
import { writeWithOthers } from "./write-with-others.ts";

/** Takes back goods of sales. A call that repeats a recorded return is answered with it. */
export const returns = operation({
  name: "returns.add",
  statement: "add_returns",
  /** `others` is an `Others`. */
  call: { others: "json" },
  sees: [...returned.seesWith(sql`0`), audit.found],
  checks: [...returned.checks, returned.reasons, returned.isLeft],
  settles: sale.expiry,
  completes: { lacks: contentOfSale.lacks, complete: computeReturn },
  repeats: {
    is: returned.isRepeated,
    // a call that repeats a return has found it
    outcome: ({ recorded, sale: of, customer, membership }) => ({
      frame: {
        returned: (recorded as { outcome: Returned }).outcome,
        sale: of as Sale,
        ...{ customer, membership },
      },
      changed: {},
    }),
  },
  isRace: isSameReturn,
  once: ["whose"],
  locks: [sale.versionLocked, issued.locked, sale.ledgerLocked, sale.customerLocked],
  change: contentOfSale.change,
  writes: {
    ...contentOfSale.writes,
    entered: sql`
  insert into transaction_modifications as d (merchant_id, id, transaction_id, total, subtotal, items,
    stamps, stamps_owed, stamps_let_go, before, return_store_id, return_invoice_number, business_day,
    returned_at, digest, outcome, created_at, created_by)
  select $1, s.modification, s.sale_id, (c.asked->>'total')::numeric,
    coalesce((c.asked->>'subtotal')::numeric, 0), c.asked->'items', s.adds - c.takes, s.owes, s.let_go, c.before, c.return_store, c.return_invoice_number,
    s.return_day, s.returned_at, c.digest, ${returned.returned}, s.now, c.actor
  from changed s join calls c on c.n = s.n join seen b on b.n = s.n
  order by c.return_invoice_number, s.return_day, c.return_store
  returning d.id`,
    withdrawn: issued.withdraw("changed"),
    ...takenBack.writes("changed", "modification", {
      ...{ cause: "earning_modification", causeId: "s.modification", debt: "return" },
      addition: "earning_addition",
    }),
    entry: audit.entries({
      action: "returns.add",
      details: "json_build_object('name', d.invoice_number, 'delta', d.adds - d.takes)",
    }),
  },
  frame: json({
    returned: sql<Returned>`${returned.returned}`,
    sale: sql<Sale>`(b.sale::jsonb || jsonb_build_object('total', c.total::text,
        'stampsEarned', c.stamps_earned))::json`,
    customer: sql<Customer | null>`b.customer`,
    membership: sql<Membership | null>`b.membership`,
  }),
  changed: takenBack.changedIf(true) as SQL<Partial<Membership>>,
});

/** The outcome of a call or of its replay. */
export const keptReturn = kept(returns, ({ frame, changed }): ReturnAdded => {
  const { membership, ...known } = frame;
  return {
    ...{ ...known, membership: membership && { ...membership, ...changed } },
    withdrawn: withdrawnOf(known.returned.issued ?? [], false),
  };
});

/** The values that one call sends, without its idempotency key. */
export type ReturnCall = Parameters<typeof returns.refuse>[1];

/** Whether another transaction has just inserted a return with the invoice number. */
function isSameReturn(error: unknown): boolean {
  return (
    isDatabaseError(error) &&
    error.code === "23505" &&
    error.message.includes("transaction_modifications_return")
  );
}

const nothingElse: Others = { canceledRedemptions: [], returnedVouchers: [], issuedVoucher: null };

/**
 * Takes goods of a sale back: amounts, items, payments, and the stamps that the sale no longer earns, as
 * `modifySale` does. The merchant's setting `spentStampsOnReturn` says what happens to stamps that are spent. A
 * sale without a customer has none. What goes with it is written in the same transaction: value given back to
 * vouchers, canceled redemptions, and a voucher for the customer. A second call with the same store, invoice
 * number, business day and content returns the recorded return. Staff must give a reason, and cashiers can return
 * only recent sales. Throws `invalid_store`, `permission_denied`, `duplicate_invoice_number`,
 * `invalid_transaction`, `required`, `product_not_found`, `invalid`, `invalid_voucher`, `insufficient_stamps`, and
 * what a cancel of a redemption and the issue of a voucher throw. Interface 3, T13.
 */
export async function addReturn(ctx: CoreContext, input: ReturnInput): Promise<ReturnAdded> {
  const named = await nameReturn(ctx, input);
  const isAlone = !input.cancelsRedemptions && !input.issue && !input.vouchers.length;
  return isAlone
    ? write(ctx, named, nothingElse)
    : writeWithOthers(ctx, { input, named, operation: returns.name, write, isRace: isSameReturn });
}

async function write(ctx: CoreContext, named: NamedReturn, others: Others): Promise<ReturnAdded> {
  const { caller, ids } = ctx;
  const subject = `transaction ${named.transaction}`;
  const call: ReturnCall = {
    ...named,
    ...(await sale.callOf(ctx, named.transaction)),
    modification: await ids.take(caller.merchant.id, "transaction_modifications"),
    others,
    ...(await auditOf(ctx, { subject, reason: named.reason })),
    ...keyOf(ctx),
  };
  const how = { subjects: () => [subject], recordedAs: null };
  return keptReturn.read(await send(ctx, returns, call, how));
}
