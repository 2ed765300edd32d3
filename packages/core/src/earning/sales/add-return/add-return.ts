import { isDatabaseError, json } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditOf } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure, type Refusal } from "../../../foundation/failures.ts";
import { kept, keyOf } from "../../../foundation/writing/index.ts";
import { audit, merchant, sale, takenBack } from "../../../machinery/facts/index.ts";
import { check, operation, send, unless } from "../../../machinery/kernel/index.ts";
import type { Customer, Membership } from "../../../people/customers/index.ts";
import { findStore } from "../../../running/merchants/index.ts";
import * as contentOfSale from "../modify-sale/content-of-sale.sql.ts";
import type { Modification } from "../modify-sale/modification.rules.ts";
import { findSale } from "../reading/find-sale.ts";
import { unknownSale } from "../reading/reading.rules.ts";
import type { Sale } from "../types.ts";
import { contentAfter, digestOf, renamed, whatIsMissing } from "./return.rules.ts";
import * as returned from "./returned.sql.ts";
import type { ReturnAdded, Returned, ReturnInput } from "./types.ts";

const { saleExists, saleIsCallers } = sale.checks;
const { code: _, ...unknown } = unknownSale;

/** Takes back goods of sales. A call that repeats a recorded return is answered with it. */
export const returns = operation({
  name: "returns.add",
  statement: "add_returns",
  call: {},
  sees: [
    merchant.found,
    returned.found,
    sale.found({
      ...{ id: returned.saleId, spending: "c.spending", due: sql`c.takes`, isVoid: false },
      ifSpent: merchant.merchants.spentStampsOnReturn,
    }),
    contentOfSale.found,
    returned.rootFound,
    audit.found,
  ],
  checks: [
    returned.checks,
    unless(returned.isRepeated, {
      saleExists: check({ ...saleExists, code: "invalid_transaction", words: () => unknown }),
      saleIsCallers,
      saleIsCreated: sale.isCreated,
      returnIsTimely: returned.returnIsTimely,
    }),
    unless(sql`(${contentOfSale.lacks} or ${returned.isRepeated})`, {
      stampsAreLeft: takenBack.areLeft(() => ({
        message: "Transaction can't be returned due to insufficient Stamps",
        rule: "the stamps that the sale no longer earns are there to go back",
      })),
    }),
  ],
  settles: sale.expiry,
  completes: {
    lacks: contentOfSale.lacks,
    complete: async (ctx, call, seen) => {
      const asked = call.asked as Modification;
      const missing = seen.sale && whatIsMissing(seen.content, asked);
      if (missing) throw new Failure(missing);
      const computed = await contentOfSale.complete(ctx, call, seen).catch((error) => {
        throw error instanceof Failure ? new Failure(renamed(error.refusal)) : error;
      });
      return computed && { ...computed, after: contentAfter(seen.content, computed) };
    },
  },
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
  locks: [sale.locked, sale.ledgerLocked, sale.customerLocked],
  change: contentOfSale.change,
  writes: {
    ...contentOfSale.writes,
    entered: sql`
  insert into transaction_modifications as d (merchant_id, id, transaction_id, total, subtotal, items,
    stamps, stamps_owed, stamps_let_go, before, return_store_id, return_invoice_number, business_day,
    returned_at, digest, outcome, created_at, created_by)
  select $1, s.modification, s.sale_id, (c.asked->>'total')::numeric,
    coalesce((c.asked->>'subtotal')::numeric, 0), c.asked->'items', -c.takes, s.owes, s.let_go, c.before, c.return_store, c.return_invoice_number,
    s.return_day, s.returned_at, c.digest, ${returned.returned}, s.now, c.actor
  from changed s join calls c on c.n = s.n join seen b on b.n = s.n
  order by c.return_invoice_number, s.return_day, c.return_store
  returning d.id`,
    ...takenBack.writes("changed", "modification", {
      ...{ cause: "earning_modification", causeId: "s.modification", debt: "return" },
    }),
    entry: audit.entries({
      action: "returns.add",
      details: "json_build_object('name', d.invoice_number, 'delta', -d.takes)",
    }),
  },
  frame: json({
    returned: sql<Returned>`${returned.returned}`,
    sale: sql<Sale>`(b.sale::jsonb || jsonb_build_object('total', c.total::text,
        'stampsEarned', c.stamps_earned))::json`,
    customer: sql<Customer | null>`b.customer`,
    membership: sql<Membership | null>`b.membership`,
  }),
  changed: takenBack.changed,
});

/** The outcome of a call or of its replay. */
export const keptReturn = kept(returns, ({ frame, changed }): ReturnAdded => {
  const { membership, ...known } = frame;
  return { ...known, membership: membership && { ...membership, ...changed } };
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

/**
 * Makes the call of a return. Throws `invalid_store` on the store's field, and `permission_denied`. An unknown
 * sale has the id 0: whether the return's number is new comes before it.
 */
export async function returnCall(ctx: CoreContext, input: ReturnInput): Promise<ReturnCall> {
  const { invoiceNumber, businessDay, modification, returnInvoiceNumber, returnedAt } = input;
  const store = await storeOf(ctx, input.store, "root_transaction_store");
  const returnStore = await storeOf(ctx, input.returnStore, "return_store");
  const named = { invoiceNumber, businessDay, store, prefersUncanceled: true };
  const transaction = await findSale(ctx, named).catch((error) => {
    if (error instanceof Failure && error.refusal.code === "transaction_not_found") return 0;
    throw error;
  });
  return {
    ...(await sale.callOf(ctx, transaction)),
    modification: await ctx.ids.take(ctx.caller.merchant.id, "transaction_modifications"),
    ...{ asked: modification, ...contentOfSale.notComputed, after: null },
    ...{ returnStore, returnInvoiceNumber, returnedAt },
    digest: ctx.secrets.digest(digestOf({ ...input, store, returnStore })),
    ...(await auditOf(ctx, { subject: `transaction ${transaction}` })),
    ...keyOf(ctx),
  };
}

async function storeOf(ctx: CoreContext, named: ReturnInput["store"], field: string) {
  return findStore(ctx, named).catch((error) => {
    const isUnknown = error instanceof Failure && error.refusal.code === "invalid_store";
    const message = "No store with given identifier";
    throw isUnknown ? new Failure({ ...(error.refusal as Refusal), field, message }) : error;
  });
}

/**
 * Takes goods of a sale back: amounts, items, payments, and the stamps that the sale no longer earns, as
 * `modifySale` does. The merchant's setting `spentStampsOnReturn` says what happens to stamps that are spent. A
 * second call with the same store, invoice number, business day and content returns the recorded return. Throws
 * `invalid_store`, `permission_denied`, `duplicate_invoice_number`, `invalid_transaction`, `required`,
 * `product_not_found`, `invalid` and `insufficient_stamps`. Interface 3, T13.
 */
export async function addReturn(ctx: CoreContext, input: ReturnInput): Promise<ReturnAdded> {
  const call = await returnCall(ctx, input);
  const how = { subjects: () => [`transaction ${call.transaction}`], recordedAs: null };
  return keptReturn.read(await send(ctx, returns, call, how));
}
