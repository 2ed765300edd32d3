import { json } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import { kept } from "../../../foundation/writing/index.ts";
import { canBeHeld } from "../../../holding/vouchers/index.ts";
import {
  authorization,
  deduction,
  member,
  merchant,
  redemption,
  store,
  voucher,
} from "../../../machinery/facts/index.ts";
import { operation, send } from "../../../machinery/kernel/index.ts";
import type { RedeemInput, VoucherRedeemed } from "../types.ts";
import { voucherOutcome } from "../voucher-redemption.rules.ts";

/** Deducts a value from a voucher that the customer holds. */
export const deductions = operation({
  name: "vouchers.deductValue",
  statement: "deduct_values",
  call: {},
  sees: [
    merchant.found,
    store.found,
    member.found,
    authorization.found,
    voucher.found,
    deduction.found,
    redemption.found,
  ],
  checks: [
    store.checks,
    member.checks,
    {
      voucherExists: voucher.exists,
      voucherIsCustomers: voucher.isCustomers,
      voucherIsDynamic: deduction.isDynamic,
      voucherIsUnspent: voucher.isUnspent,
    },
    voucher.isAvailable,
    authorization.checks,
    { deductionIsPositive: deduction.isPositive, valueIsLeft: deduction.isLeft },
  ],
  settles: member.expiry,
  once: ["voucherId", "authorizationId"],
  locks: [authorization.locked, voucher.locked(sql`b.value`), member.customerLocked],
  derivedKey: redemption.invoiceKey(sql`v.id, trim_scale(c.value)`),
  mayHaveKey: redemption.mayHaveKey,
  change: deduction.deduct,
  writes: {
    redeemed: redemption.insert("voucher_value"),
    authorized: authorization.spend,
    line: redemption.voucherLines,
    entry: voucher.entries,
  },
  frame: redemption.voucherFrame,
  changed: json({ remaining: sql<string>`s.value_left::text` }),
});

/** The outcome of a call or of its replay. */
export const keptDeduction = kept(deductions, ({ frame, changed }) =>
  voucherOutcome(frame, changed.remaining),
);

/** `voucher` is the id of a voucher that the customer holds. */
export type DeductValueInput = RedeemInput & {
  readonly voucher: number;
  /** A decimal above zero, with at most two places. */
  readonly value: string;
};

/**
 * Deducts a value from a voucher with a dynamic value. The voucher is spent when nothing is left. Throws the
 * refusals of a redemption in docs/limits.md. Interface R3.
 */
export async function deductValue(
  ctx: CoreContext,
  input: DeductValueInput,
): Promise<VoucherRedeemed> {
  const { voucher, value } = input;
  const call = {
    ...(await redemption.callOf(ctx, input)),
    voucher,
    voucherCode: null,
    voucherTemplate: null,
    value: canBeHeld(value) ? value : null,
    asked: value,
  };
  const name = `voucher ${voucher}`;
  const how = { subjects: () => [name], recordedAs: name };
  return keptDeduction.read(await send(ctx, deductions, call, how));
}
