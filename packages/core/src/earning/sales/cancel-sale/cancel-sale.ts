import { json } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditOf } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { kept, keyOf } from "../../../foundation/writing/index.ts";
import { type IssuedVoucher, withdrawnOf } from "../../../holding/vouchers/index.ts";
import {
  audit,
  canceledByStaff,
  issued,
  merchant,
  sale,
  takenBack,
} from "../../../machinery/facts/index.ts";
import { operation, send, unless } from "../../../machinery/kernel/index.ts";
import type { Customer, Membership } from "../../../people/customers/index.ts";
import type { Sale, SaleCanceled } from "../types.ts";
import { selectRelatedRedemptions } from "./related-redemptions.sql.ts";

/** Whether the call withdraws the vouchers that the sale issued. */
const isWithdrawn = sql`(not ${sale.isCanceled} and not c.keep_issued)`;

/** Cancels sales, each once, and withdraws the vouchers that they issued. */
export const saleCancels = operation({
  name: "transactions.cancel",
  statement: "cancel_sales",
  /** `keepIssued` is whether the vouchers that the sale issued stay as they are. */
  call: { keepIssued: "boolean" },
  sees: [
    merchant.found,
    sale.found({
      ...{ spending: "0", due: sale.returnable, regained: sale.paidOff(sale.returnable) },
      ifSpent: merchant.merchants.spentStampsOnCancel,
    }),
    canceledByStaff.found(sale.sales.createdAt),
    issued.found(
      "v.issued_by_transaction_id = x.id",
      isWithdrawn,
      sql`${sale.isCanceled} or not c.keep_issued`,
    ),
    audit.found,
  ],
  checks: [
    sale.checks,
    unless(sale.isCanceled, {
      ...canceledByStaff.checks(sale.sales.createdAt, "Sales"),
      issuedAreUnspent: issued.areUnspent(isWithdrawn, "transaction"),
      stampsAreLeft: takenBack.areLeft((needed, remaining) => ({
        message: "Transaction can't be canceled due to insufficient Stamps",
        rule: "the stamps of the sale are there to go back",
        shortage: { needed, remaining, relatedRedemptions: [] },
      })),
    }),
  ],
  settles: sale.expiry,
  completes: {
    lacks: sale.lacksReplay,
    complete: async (ctx, call, { sale, customer, returnable, spentBefore }) => {
      if (!sale || !customer || returnable !== null) return null;
      return { ...call, ...(await takenBack.replayOf(ctx, customer.id, { sale, spentBefore })) };
    },
  },
  once: ["whose"],
  locks: [sale.locked, issued.locked, sale.ledgerLocked, sale.customerLocked],
  change: (isOwned) => sql`select l.* from locked l where ${isOwned}`,
  writes: {
    canceled: sale.cancel,
    withdrawn: issued.withdraw("canceled"),
    ...takenBack.writes("canceled", "void", {
      ...{ cause: "earning_cancellation", causeId: "s.sale_id", debt: "cancel" },
    }),
    entry: audit.entries({
      action: "transactions.cancel",
      rows: "canceled",
      details: "json_build_object('name', d.invoice_number, 'delta', -coalesce(d.takes, 0))",
    }),
  },
  frame: json({
    sale: sql<Sale>`(b.sale::jsonb || jsonb_build_object('status', 'Canceled'))::json`,
    customer: sql<Customer | null>`b.customer`,
    membership: sql<Membership | null>`b.membership`,
    issued: sql<readonly IssuedVoucher[]>`b.issued`,
    wasCanceled: sql<boolean>`b.status = 'Canceled'`,
    letGo: sql<number>`coalesce(s.let_go, 0)`,
  }),
  changed: takenBack.changed,
});

/** The outcome of a call or of its replay. */
export const keptSaleCancel = kept(saleCancels, ({ frame, changed }): SaleCanceled => {
  // `issued`, `wasCanceled` and `letGo` are absent in outcomes of earlier versions
  const { issued: vouchers = [], wasCanceled = false, letGo = 0, membership, ...known } = frame;
  return {
    stampsLetGo: letGo,
    ...{ ...known, membership: membership && { ...membership, ...changed } },
    withdrawn: withdrawnOf(vouchers, wasCanceled),
    replacements: [],
  };
});

/** The values that one call sends, without its idempotency key. */
export type CancelSaleCall = Parameters<typeof saleCancels.refuse>[1];

/** With `keepIssuedVouchers`, the vouchers that the sale issued stay valid. */
export type CancelSaleOptions = { readonly keepIssuedVouchers?: boolean };

/**
 * Cancels a sale, makes the vouchers that it issued inactive, and takes back its stamps, except stamps that
 * have expired. Stamps of the sale that paid a debt are owed again. Takes back all stamps of an imported sale, because no ledger entry shows which have expired.
 * The sale no longer counts towards the cap of the day. A second cancel returns the canceled sale and changes
 * nothing. Staff must give a reason, and cashiers can cancel only recent sales. Throws
 * `transaction_not_found`, `permission_denied` (also for a sale in a store that is not the caller's),
 * `required` for a missing reason, `voucher_already_redeemed` if a voucher that the sale issued is spent, and
 * `insufficient_stamps` if the customer has fewer stamps than must go back and the merchant's setting refuses
 * this; the refusal names the redemptions whose cancel would give stamps back. Interface 2, section 3, and
 * interface 3, section 3.
 */
export async function cancelSale(
  ctx: CoreContext,
  transactionId: number,
  reason: string | null = null,
  { keepIssuedVouchers = false }: CancelSaleOptions = {},
): Promise<SaleCanceled> {
  const { caller } = ctx;
  const subject = `transaction ${transactionId}`;
  const call = {
    ...(await sale.callOf(ctx, transactionId)),
    ...canceledByStaff.callOf(caller, reason),
    keepIssued: keepIssuedVouchers,
    ...(await auditOf(ctx, { subject, reason })),
    ...keyOf(ctx),
  };
  const how = { subjects: () => [subject], recordedAs: null };
  const done = await send(ctx, saleCancels, call, how).catch((error) =>
    nameRelated(ctx, transactionId, error),
  );
  return keptSaleCancel.read(done);
}

/** Throws `error`. If stamps are missing, adds the redemptions of the sale that would give stamps back. */
async function nameRelated(
  ctx: CoreContext,
  transactionId: number,
  error: unknown,
): Promise<never> {
  if (!(error instanceof Failure && error.refusal.shortage)) throw error;
  const related = await selectRelatedRedemptions(ctx, transactionId);
  const giving = related.filter(({ stampsUsed }) => stampsUsed > 0);
  const relatedRedemptions = giving.map(({ id }) => id);
  throw new Failure({
    ...error.refusal,
    shortage: { ...error.refusal.shortage, relatedRedemptions },
  });
}
