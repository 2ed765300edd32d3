import { countGuess, guessInTurn, guessParameters } from "../../access/index.ts";
import type { CoreContext } from "../../context.ts";
import { codeKeyOf } from "../../merchants/index.ts";
import { expireIfDue } from "../../stamps/index.ts";
import { again } from "../../writing/index.ts";
import { redemptionCall } from "../call.sql.ts";
import { recordSeen } from "../record-seen.ts";
import type { VoucherRedeemed } from "../types.ts";
import { voucherOutcome } from "../voucher-redemption.rules.ts";
import { type RedeemVoucherCodeInput, refuseVoucherCode } from "./redeem-voucher-code.rules.ts";
import { operation, redeemVoucherCodes, type VoucherCodeCall } from "./redeem-voucher-code.sql.ts";

/**
 * Redeems a voucher by its code, once. A voucher that nobody holds becomes the customer's. An unknown code
 * counts as a wrong guess of the caller. Throws the refusals of a redemption in docs/limits.md.
 * Interface R4.
 */
export async function redeemVoucherCode(
  ctx: CoreContext,
  input: RedeemVoucherCodeInput,
): Promise<VoucherRedeemed> {
  const { caller } = ctx;
  const { voucherCode, voucherTemplate, extraData, requestId } = input;
  const call: VoucherCodeCall = {
    ...(await redemptionCall(ctx, input)),
    voucherCode: codeKeyOf(voucherCode),
    voucherTemplate,
    ...guessParameters(ctx),
    extraData,
    requestId,
  };
  const { frame } = await guessInTurn(ctx, () =>
    again(ctx, {
      operation: { name: operation, statement: redeemVoucherCodes, subjects },
      call,
      settle: (seen) => expireIfDue(ctx, seen),
      refuse: (seen) => refuseVoucherCode(seen, caller, input),
      record: async (seen, refusal) => {
        if (refusal.code === "invalid_voucher") await countGuess(ctx);
        // the code itself is not recorded
        await recordSeen(ctx, { operation, subject: "a voucher code" }, seen, refusal);
      },
    }),
  );
  return voucherOutcome(frame);
}

const subjects = ({ voucherCode }: VoucherCodeCall) => [`code ${voucherCode}`];
