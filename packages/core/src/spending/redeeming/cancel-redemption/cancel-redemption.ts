import { json } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditOf, eventColumns, eventOf } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { kept, keyOf } from "../../../foundation/writing/index.ts";
import type { IssuedVoucher, NewVoucher } from "../../../holding/vouchers/index.ts";
import { audit, canceledByStaff, merchant } from "../../../machinery/facts/index.ts";
import { operation, send } from "../../../machinery/kernel/index.ts";
import type { Customer, Membership } from "../../../people/customers/index.ts";
import { findStore, type StoreRef } from "../../../running/merchants/index.ts";
import type { ExtraData, LineState, RedemptionCanceled, RedemptionStatus } from "../types.ts";
import * as byInvoice from "./by-invoice.sql.ts";
import * as cancelable from "./cancelable.sql.ts";
import { linesAfter, replacementOf, withdrawnBy } from "./cancellation.rules.ts";
import { givenBack, replacements, stampsAfter } from "./giving-back.sql.ts";
import * as part from "./part.sql.ts";

const name = "redemptions.cancel";

/** Cancels redemptions or lines, each once. What was canceled before changes nothing, and is answered alike. */
export const redemptionCancels = operation({
  name,
  statement: "cancel_redemptions",
  call: eventColumns,
  sees: [
    merchant.found,
    byInvoice.underInvoice,
    cancelable.found(byInvoice.meant),
    cancelable.age,
    cancelable.issuedFound,
    cancelable.replacement,
    audit.found,
  ],
  checks: [{ invoiceNumberIsOfOne: byInvoice.isOnlyOne }, cancelable.known, cancelable.checks],
  completes: {
    lacks: cancelable.lacksVoucher,
    complete: async ({ caller, ids, secrets }, call, { needsVoucher, ...seen }) => {
      if (needsVoucher === (call.vouchers !== null)) return null;
      if (!needsVoucher) return { ...call, vouchers: null };
      const id = await ids.take(caller.merchant.id, "vouchers");
      return { ...call, vouchers: [replacementOf(seen, { id, code: secrets.newVoucherCode() })] };
    },
  },
  once: ["customerId", "voucherId", "promoCodeId"],
  locks: cancelable.locks,
  change: (isOwned) => sql`select l.* from locked l where ${isOwned}`,
  writes: givenBack(name),
  arms: replacements,
  frame: json({
    /** Null if the redemption was canceled before. */
    saving: sql<{ readonly replacement: NewVoucher | null } | null>`case when s.is_open
      then json_build_object('replacement', c.vouchers -> 0) end`,
    replacement: sql<NewVoucher | null>`b.replacement`,
    issued: sql<readonly IssuedVoucher[]>`b.issued`,
    isOfLine: part.isNamed,
    withdraws: sql<readonly number[] | null>`b.withdraws`,
    lines: sql<readonly LineState[]>`b.lines`,
    line: sql<number | null>`s.line`,
    qty: sql<number | null>`s.qty`,
    redemption: json({
      id: sql<number>`s.redemption_id`,
      name: sql<string>`s.name`,
      stampsUsed: sql<number>`s.stamps_used`,
      stampsReturned: sql<number>`s.stamps_returned`,
      status: sql<RedemptionStatus>`s.becomes`,
      extraData: sql<ExtraData | null>`s.extra_data`,
    }),
    customer: sql<Customer>`b.customer`,
    membership: sql<Membership>`b.membership`,
  }),
  changed: json(stampsAfter),
});

/** The outcome of a call or of its replay. */
export const keptCancel = kept(redemptionCancels, ({ frame, changed }): RedemptionCanceled => {
  const { saving, customer, membership } = frame;
  const { stampsReturned = frame.redemption.stampsUsed } = frame.redemption;
  return {
    ...{ customer, membership: { ...membership, ...changed } },
    redemption: { ...frame.redemption, stampsReturned },
    // `replacement`, `issued` and all about lines are absent in outcomes of earlier versions
    replacement: saving ? saving.replacement : (frame.replacement ?? null),
    withdrawn: withdrawnBy({ ...frame, issued: frame.issued ?? [], isDone: saving === null }),
    lines: linesAfter(frame.lines ?? [], frame),
  };
});

/** The values that one call sends, without its idempotency key. */
export type CancelCall = Parameters<typeof redemptionCancels.refuse>[1];

/** A redemption, named by the invoice number of its sale. */
type InvoiceRef = {
  readonly invoiceNumber: string;
  /** Null means any store. */
  readonly store: StoreRef | null;
  /**
   * The day in the redemption's store, `YYYY-MM-DD`. Null means the newest day, at most seven days back, on
   * which a redemption has the invoice number.
   */
  readonly businessDay: string | null;
};

/** A line of a redemption by its number, its request id, or both. A null `qty` is all that is left of it. */
export type NamedPart = {
  readonly line: number | null;
  readonly lineRequestId: string | null;
  readonly qty: number | null;
};

/**
 * `createReplacementVoucher` has an effect only if a voucher was redeemed whole. A deducted value always comes
 * back.
 */
export type CancelRedemptionInput = {
  readonly redemptionId: number;
  readonly createReplacementVoucher: boolean;
  /** The reason, for the audit log and for the review of a replacement voucher. */
  readonly reason?: string | null;
  /** The line to cancel. Null: the whole redemption. */
  readonly part?: NamedPart | null;
};

/** A redemption, named by its id or by the invoice number of its sale. */
type Named = number | InvoiceRef;

type NamedCancel = Omit<CancelRedemptionInput, "redemptionId"> & { readonly redemptionId: Named };

/**
 * Cancels a redemption and gives back its stamps, its deducted value, or its use of a promo code. The
 * vouchers that it issued become inactive, with their replacements. If the voucher of a deduction has ended or
 * is inactive, a new voucher gets the value. A second cancel changes nothing, and returns the same. With `part`,
 * cancels a line, or some of its quantity, with the stamps and the vouchers of as many; when nothing is left of any
 * line, the redemption is canceled. A call with a `qty` is not safe to repeat without an idempotency key. Staff must
 * give a reason, and cashiers can cancel only recent redemptions. A new voucher is listed for review.
 * Throws `invalid_store` and `permission_denied` for a store that the call names, `redemption_not_found`,
 * `permission_denied` for the redemption's store or age, `required` on `reason`, `voucher_already_redeemed`
 * if an issued voucher is spent, and `invalid` if several redemptions have the invoice number, or the line or
 * its quantity cannot be canceled. Interface R6; by an invoice number, interface 2, section 2; a line, interface 3.
 */
export async function cancelRedemption(
  ctx: CoreContext,
  {
    redemptionId: named,
    createReplacementVoucher,
    reason = null,
    part: ofLine = null,
  }: NamedCancel,
): Promise<RedemptionCanceled> {
  const call: CancelCall = {
    ...(await columnsOf(ctx, named)),
    ...{ line: null, lineRequestId: null, qty: null, ...ofLine },
    cancelId: ofLine && (await ctx.ids.take(ctx.caller.merchant.id, "redemption_cancels")),
    allowedStores: ctx.caller.stores,
    ...canceledByStaff.callOf(ctx.caller, reason),
    wantsReplacement: createReplacementVoucher,
    vouchers: null,
    ...(await auditOf(ctx, { subject: "", reason })),
    ...eventOf(ctx),
    ...keyOf(ctx),
  };
  const subject = typeof named === "number" ? `${named}` : `of ${named.invoiceNumber}`;
  const done = await send(ctx, redemptionCancels, call, {
    subjects: () => [`redemption ${subject}`],
    recordedAs: `redemption ${subject}`,
  });
  return keptCancel.read(done);
}

const notByInvoice = { invoiceNumber: null, storeId: null, businessDay: null };

/**
 * Returns the columns by which the statement finds the redemption. Throws `invalid_store` or
 * `permission_denied` for the store that the call names.
 */
async function columnsOf(ctx: CoreContext, named: Named) {
  if (typeof named === "number") return { ...notByInvoice, redemption: named };
  const { invoiceNumber, businessDay, store } = named;
  const storeId = store === null ? null : await findStore(ctx, store);
  return { redemption: null, invoiceNumber, storeId, businessDay };
}
