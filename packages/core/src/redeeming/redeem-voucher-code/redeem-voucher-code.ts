import { countGuess, guessInTurn, guessSubject } from "../../access/index.ts";
import { recordRefusal } from "../../audit/index.ts";
import { actorOf, type CoreContext } from "../../context.ts";
import type { Refusal } from "../../failures.ts";
import { codeKeyOf } from "../../merchants/index.ts";
import { again, keyOf } from "../../writing/index.ts";
import { mobilePlaceOf } from "../lookups.sql.ts";
import { voucherOutcome } from "../redeem-voucher/redeem-voucher.rules.ts";
import type { VoucherRedeemed } from "../types.ts";
import {
  type RedeemVoucherCodeInput,
  refuseVoucherCode,
  type VoucherCodeSeen,
} from "./redeem-voucher-code.rules.ts";
import { operation, redeemVoucherCodes, type VoucherCodeCall } from "./redeem-voucher-code.sql.ts";

/**
 * Redeems a voucher by its code, once; a voucher that nobody holds becomes the customer's. Counts an
 * unknown code as the caller's guess. Throws what decisions, section 2, lists for store, identifier,
 * voucher_code, voucher_template and request_id. Interface R4.
 */
export async function redeemVoucherCode(
  ctx: CoreContext,
  input: RedeemVoucherCodeInput,
): Promise<VoucherRedeemed> {
  const { caller } = ctx;
  const { voucherCode, voucherTemplate, channel, invoiceNumber, extraData, requestId } = input;
  const call: VoucherCodeCall = {
    ...mobilePlaceOf(caller, input),
    redemption: await ctx.ids.take(caller.merchant.id, "redemptions"),
    voucherCode: codeKeyOf(voucherCode),
    voucherTemplate,
    guessSubject: guessSubject(caller),
    channel,
    invoiceNumber,
    extraData,
    requestId,
    actor: actorOf(caller),
    ...keyOf(ctx),
  };
  const done = await guessInTurn(ctx, () =>
    again(ctx, {
      operation: { name: operation, statement: redeemVoucherCodes, subjects },
      call,
      refuse: (seen) => refuseVoucherCode(seen, caller, input),
      record: (seen, refusal) => record(ctx, seen, refusal),
    }),
  );
  return voucherOutcome(done);
}

const subjects = ({ voucherCode }: VoucherCodeCall) => [`code ${voucherCode}`];

/** Records a refusal. A wrong guess is counted first. The code itself is not recorded. */
async function record(
  ctx: CoreContext,
  { store, customer }: VoucherCodeSeen,
  refusal: Refusal,
): Promise<void> {
  if (refusal.code === "invalid_voucher") await countGuess(ctx);
  const call = {
    operation,
    subject: "a voucher code",
    storeId: store?.id ?? null,
    customerId: customer?.id ?? null,
  };
  await recordRefusal(ctx, call, refusal);
}
