import { previewEarnings } from "../../earning/sales/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure, type Reason, type Refusal, reasonOf } from "../../foundation/failures.ts";
import type { StoreRef } from "../../running/merchants/index.ts";
import { validatePromoCode, validateVoucher } from "../../spending/redeeming/index.ts";

/** The parts of a visit that a preview checks. Codes are compared without regard to case. */
type VisitPreviewInput = {
  readonly customerId: number;
  readonly store: StoreRef;
  readonly channel: number | null;
  /** The sale's total; null without a sale. */
  readonly total: string | null;
  readonly promoCodes: readonly string[];
  /** Codes of vouchers that nobody holds. */
  readonly vouchers: readonly string[];
};

/**
 * The preview of a code. `whyNot` is null if the code can be redeemed. A redemption may still need a PIN
 * authorization.
 */
type CodePreview = {
  readonly code: string;
  /** Null if the code is unknown, or its voucher belongs to another customer. */
  readonly name: string | null;
  readonly terms: string;
  readonly whyNot: Reason | null;
};

/** The effect that a visit would have now. */
type VisitPreview = {
  /** The stamps that the visit's sale would earn. 0 without a sale. */
  readonly stampsEarned: number;
  readonly promoCodes: readonly CodePreview[];
  readonly vouchers: readonly CodePreview[];
};

/**
 * Returns the stamps that the visit's sale would earn, and for each code why it cannot be redeemed. Writes
 * nothing, except that an unknown code counts as the caller's guess. Throws `invalid_store`, `invalid_user`,
 * `permission_denied` and `too_many_attempts`.
 */
export async function previewVisit(
  ctx: CoreContext,
  input: VisitPreviewInput,
): Promise<VisitPreview> {
  const { customerId: user, store, channel, total } = input;
  const sale = { subtotal: null, items: [], payments: [] };
  const stampsEarned =
    total === null ? 0 : await previewEarnings(ctx, { ...sale, user, store, total });
  const promoCodes: CodePreview[] = [];
  for (const code of input.promoCodes)
    promoCodes.push(
      await previewCode(code, async () => {
        const seen = await validatePromoCode(ctx, { promoCode: code, user, store, channel });
        return { name: seen.promoCode.name, terms: "", reason: seen.reason };
      }),
    );
  const vouchers: CodePreview[] = [];
  for (const code of input.vouchers)
    vouchers.push(
      await previewCode(code, async () => {
        const { voucher, reason } = await validateVoucher(ctx, {
          ...{ voucherCode: code, user, store, channel },
        });
        return { name: voucher.name, terms: voucher.termsAndConditions, reason };
      }),
    );
  return { stampsEarned, promoCodes, vouchers };
}

/** Refusals that are about the code itself. Other refusals are about the whole visit, and are thrown. */
const ofCode = new Set(["invalid_promo_code", "invalid_voucher", "invalid_voucher_owner"]);

async function previewCode(
  code: string,
  read: () => Promise<{ name: string; terms: string; reason: Refusal | null }>,
): Promise<CodePreview> {
  try {
    const { name, terms, reason } = await read();
    return { code, name, terms, whyNot: reasonOf(reason) };
  } catch (error) {
    if (!(error instanceof Failure) || !ofCode.has(error.code)) throw error;
    return { code, name: null, terms: "", whyNot: reasonOf(error.refusal) };
  }
}
