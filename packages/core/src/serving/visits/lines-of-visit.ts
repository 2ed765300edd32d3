import { checkGuesses } from "../../entering/access/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { Customer } from "../../people/customers/index.ts";
import { codeKeyOf } from "../../running/merchants/index.ts";
import {
  deductValue,
  type Redeemed,
  type RedeemInput,
  redeemPromoCode,
  redeemReward,
  redeemVoucher,
  redeemVoucherCode,
} from "../../spending/redeeming/index.ts";
import type {
  VisitInput,
  VisitList,
  VisitPromoCode,
  VisitRedemption,
  VisitReward,
  VisitVoucher,
} from "./types.ts";
import { selectVoucherOfCode } from "./visit.sql.ts";

/** The redemption of a line, and the same redemption as the visit's answer shows it. */
export type LineRedeemed = { readonly redeemed: Redeemed; readonly shown: VisitRedemption };

/** A line of a visit: one reward, voucher or promo code. */
export type Line = {
  readonly list: VisitList;
  /** The line's place in its list, from 0. */
  readonly index: number;
  readonly requestId: string | null;
  /** The sort key of lines. They are redeemed in this order. */
  readonly order: string;
  /** Redeems the line with the operation of its kind. */
  readonly redeem: (ctx: CoreContext) => Promise<LineRedeemed>;
};

/** Returns the lines of a visit in the order of its answer: rewards, vouchers, promo codes. */
export function linesOfVisit(visit: VisitInput, customer: Customer): readonly Line[] {
  const { user, store, channel, sale } = visit;
  const invoiceNumber = sale?.invoiceNumber ?? visit.invoiceNumber;
  const input = { user, store, channel, invoiceNumber, extraData: null };
  return [
    ...visit.rewards.map((line, index) => ({
      ...{ list: "rewards" as const, index, requestId: line.requestId, order: "1" },
      redeem: (ctx: CoreContext) => reward(ctx, input, line),
    })),
    ...visit.vouchers.map((line, index) => ({
      ...{ list: "vouchers" as const, index, requestId: line.requestId },
      order: `2 ${"id" in line.voucher ? line.voucher.id : codeKeyOf(line.voucher.code)}`,
      redeem: (ctx: CoreContext) => voucher(ctx, input, line, customer),
    })),
    ...visit.promoCodes.map((line, index) => ({
      ...{ list: "promoCodes" as const, index, requestId: line.requestId },
      order: `3 ${codeKeyOf(line.promoCode)}`,
      redeem: (ctx: CoreContext) => promoCode(ctx, input, line),
    })),
  ];
}

type Common = Omit<RedeemInput, "requestId">;

async function reward(
  ctx: CoreContext,
  common: Common,
  { reward, qty, stamps, requestId }: VisitReward,
): Promise<LineRedeemed> {
  const redeemed = await redeemReward(ctx, { ...common, reward, qty, stamps, requestId });
  const { redemption, reward: shown, voucher, vouchers } = redeemed;
  const line = { reward: shown, qty, stampsUsed: redemption.stampsUsed, requestId, voucher };
  const issued = vouchers.map(({ id, code }) => ({ id, code }));
  return { redeemed, shown: { kind: "reward", redemption, requestId, line, issued } };
}

async function voucher(
  ctx: CoreContext,
  common: Common,
  { voucher: named, value, requestId }: VisitVoucher,
  customer: Customer,
): Promise<LineRedeemed> {
  const input = { ...common, requestId };
  const redeemed = await ("code" in named
    ? byCode(ctx, input, named.code, value, customer)
    : byId(ctx, input, named.id, value));
  const { redemption, voucher, valueBefore } = redeemed;
  const wholeValue = value === null ? valueBefore : null;
  return {
    redeemed,
    shown: { kind: "voucher", redemption, requestId, voucher, value, wholeValue },
  };
}

function byId(ctx: CoreContext, input: RedeemInput, id: number, value: string | null) {
  return value === null
    ? redeemVoucher(ctx, { ...input, voucher: id })
    : deductValue(ctx, { ...input, voucher: id, value });
}

/**
 * Redeems a voucher by its code. If `value` is null, redeems the whole voucher, which the customer or nobody
 * holds (`redeemVoucherCode`). Otherwise deducts `value`, only from a voucher that the customer holds.
 * Refuses all other codes. An unknown code counts as a wrong guess. With a `value`, the code of a voucher
 * that nobody holds counts as a wrong guess too.
 */
async function byCode(
  ctx: CoreContext,
  input: RedeemInput,
  code: string,
  value: string | null,
  customer: Customer,
) {
  if (value === null)
    return redeemVoucherCode(ctx, { ...input, voucherCode: code, voucherTemplate: null });
  const id = await findHeldVoucher(ctx, customer.id, code);
  if (id !== null) return deductValue(ctx, { ...input, voucher: id, value });
  await redeemVoucher(ctx, { ...input, voucher: code });
  throw new Error("The voucher was given to the customer while the visit looked for it.");
}

async function promoCode(
  ctx: CoreContext,
  common: Common,
  { promoCode: code, requestId }: VisitPromoCode,
): Promise<LineRedeemed> {
  const redeemed = await redeemPromoCode(ctx, { ...common, promoCode: code, requestId });
  const { redemption, promoCode } = redeemed;
  return { redeemed, shown: { kind: "promo_code", redemption, requestId, promoCode } };
}

/**
 * Returns the id of the voucher with this code if the customer holds it, else null. Throws
 * `too_many_attempts` if the caller has guessed too often, even if the code is right.
 */
async function findHeldVoucher(
  ctx: CoreContext,
  customerId: number,
  code: string,
): Promise<number | null> {
  const { voucher, guesses } = await selectVoucherOfCode(ctx, customerId, code);
  const refusal = checkGuesses(guesses);
  if (refusal) throw new Failure(refusal);
  return voucher?.id ?? null;
}
