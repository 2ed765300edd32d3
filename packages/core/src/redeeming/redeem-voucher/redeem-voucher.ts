import { countGuess, guessInTurn, guessParameters } from "../../access/index.ts";
import type { CoreContext } from "../../context.ts";
import { codeKeyOf } from "../../merchants/index.ts";
import { expireIfDue } from "../../stamps/index.ts";
import { again } from "../../writing/index.ts";
import { redemptionCall } from "../call.sql.ts";
import { recordSeen } from "../record-seen.ts";
import { byIdOrCode } from "../redeem-reward/by-id-or-code.ts";
import type { RedeemInput, VoucherRedeemed } from "../types.ts";
import { voucherOutcome } from "../voucher-redemption.rules.ts";
import { refuseVoucher, refuseVoucherByCode } from "./redeem-voucher.rules.ts";
import { operation, redeemVouchers, type VoucherCall } from "./redeem-voucher.sql.ts";

/** A string `voucher` is a code. A number is an id, or a code with these digits if no voucher has the id. */
type NamedVoucher = RedeemInput & { readonly voucher: number | string };

/**
 * Redeems a voucher that the customer holds, once. Spends all that is left of a dynamic value. An unknown
 * code, or the code of a voucher that nobody holds, counts as the caller's wrong guess. Throws the refusals
 * of a redemption in docs/limits.md. Interface R2; interface 2, section 2.
 */
export async function redeemVoucher(
  ctx: CoreContext,
  input: NamedVoucher,
): Promise<VoucherRedeemed> {
  const { voucher, extraData, requestId } = input;
  const call = { ...(await redemptionCall(ctx, input)), extraData, requestId };
  return byIdOrCode(voucher, "invalid_voucher", {
    byId: (id, isRecorded) =>
      redeemById(ctx, input, { ...call, ...withoutCode, voucher: id }, isRecorded),
    byCode: (code) =>
      guessInTurn(ctx, () =>
        redeemByCode(ctx, input, {
          ...{ ...call, voucher: null, voucherCode: codeKeyOf(code) },
          ...guessParameters(ctx),
        }),
      ),
  });
}

const withoutCode = {
  voucherCode: null,
  guessSubject: null,
  guessStore: null,
  guessMost: null,
  guessMostInAll: null,
};

const subjects = ({ voucher, voucherCode }: VoucherCall) => [
  voucherCode === null ? `voucher ${voucher}` : `code ${voucherCode}`,
];

const shared = { name: operation, statement: redeemVouchers, subjects };

async function redeemById(
  ctx: CoreContext,
  input: NamedVoucher,
  call: VoucherCall & { readonly voucher: number },
  isRecorded: (code: string) => boolean,
) {
  const { caller } = ctx;
  const { voucher } = call;
  const { frame } = await again(ctx, {
    operation: shared,
    call,
    settle: (seen) => expireIfDue(ctx, seen),
    refuse: (seen) => refuseVoucher(seen, caller, { ...input, voucher }),
    record: async (seen, refusal) => {
      if (!isRecorded(refusal.code)) return;
      await recordSeen(ctx, { operation, subject: `voucher ${voucher}` }, seen, refusal);
    },
  });
  return voucherOutcome(frame);
}

async function redeemByCode(ctx: CoreContext, input: NamedVoucher, call: VoucherCall) {
  const { caller } = ctx;
  const { frame } = await again(ctx, {
    operation: shared,
    call,
    settle: (seen) => expireIfDue(ctx, seen),
    refuse: (seen) => refuseVoucherByCode(seen, caller, input),
    record: async (seen, refusal) => {
      if (refusal.code === "invalid_voucher") await countGuess(ctx);
      // the code itself is not recorded
      await recordSeen(ctx, { operation, subject: "a voucher code" }, seen, refusal);
    },
  });
  return voucherOutcome(frame);
}
