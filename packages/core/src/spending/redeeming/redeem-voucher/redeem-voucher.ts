import { sql } from "drizzle-orm";
import { guessInTurn, guessParameters } from "../../../entering/access/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { kept } from "../../../foundation/writing/index.ts";
import {
  authorization,
  guesses,
  member,
  merchant,
  redemption,
  store,
  voucher,
} from "../../../machinery/facts/index.ts";
import { operation, send } from "../../../machinery/kernel/index.ts";
import { codeKeyOf } from "../../../running/merchants/index.ts";
import { byIdOrCode } from "../redeem-reward/by-id-or-code.ts";
import type { RedeemInput, VoucherRedeemed } from "../types.ts";
import { voucherOutcome } from "../voucher-redemption.rules.ts";

/** What both ways to redeem a whole voucher have in common. */
const whole = {
  call: {},
  sees: [
    merchant.found,
    store.found,
    member.found,
    authorization.found,
    voucher.found,
    guesses.found,
    redemption.found,
  ],
  settles: member.expiry,
  once: ["voucherId", "authorizationId"],
  locks: [authorization.locked, voucher.locked(), member.customerLocked],
  derivedKey: redemption.invoiceKey(sql`v.id`),
  mayHaveKey: redemption.mayHaveKey,
  frame: redemption.voucherFrame,
  changed: sql<object>`json_build_object()`,
} as const;

const guessed = { guessesAreLeft: guesses.areLeft, voucherExists: voucher.exists };
const unspent = { voucherIsUnspent: voucher.isUnspent };

const writes = (kind: "voucher" | "voucher_code") => ({
  redeemed: redemption.insert(kind),
  authorized: authorization.spend,
  line: redemption.voucherLines,
  entry: voucher.entries,
});

/** Redeems a voucher that the customer holds, named by its id or its code. */
export const redeemVouchers = operation({
  ...whole,
  name: "redemptions.redeemVoucher",
  statement: "redeem_vouchers",
  checks: [
    store.checks,
    member.checks,
    guessed,
    { codedVoucherIsHeld: voucher.codedIsHeld, voucherIsCustomers: voucher.isCustomers },
    unspent,
    voucher.isAvailable,
    authorization.checks,
  ],
  change: voucher.spend(false),
  writes: writes("voucher"),
});

/** Redeems a voucher by its code. A voucher that nobody holds becomes the customer's. */
export const redeemVoucherCodes = operation({
  ...whole,
  name: "redemptions.redeemVoucherCode",
  statement: "redeem_voucher_codes",
  checks: [
    store.checks,
    member.checks,
    guessed,
    {
      voucherIsOfTemplate: voucher.isOfTemplate,
      voucherIsCustomersOrNobodys: voucher.isCustomersOrNobodys,
    },
    unspent,
    voucher.isAvailable,
    authorization.checks,
  ],
  change: voucher.spend(true),
  writes: writes("voucher_code"),
});

/** The outcome of a call or of its replay. */
export const keptVoucher = kept(redeemVouchers, ({ frame }) => voucherOutcome(frame));

/** The same for a voucher redeemed by its code. */
export const keptVoucherCode = kept(redeemVoucherCodes, ({ frame }) => voucherOutcome(frame));

/** The values that one call sends, without its idempotency key. */
export type VoucherCall = Parameters<typeof redeemVouchers.refuse>[1];

/** `voucher` is the id of a voucher that the customer holds. */
export type RedeemVoucherInput = RedeemInput & { readonly voucher: number };

/** Letter case in `voucherCode` does not matter. */
export type RedeemVoucherCodeInput = RedeemInput & {
  readonly voucherCode: string;
  /** The id of the template that the voucher must have; null is any. */
  readonly voucherTemplate: number | null;
};

const noCode = { ...guesses.notGuessed, voucherCode: null, voucherTemplate: null };

/** The columns of a call that names the voucher by its code. */
const byCode = (ctx: CoreContext, code: string, voucherTemplate: number | null = null) => ({
  voucher: null,
  voucherCode: codeKeyOf(code),
  voucherTemplate,
  ...guessParameters(ctx),
});

/** The code itself is not recorded. */
const coded = {
  subjects: ({ voucherCode }: { readonly voucherCode: string | null }) => [`code ${voucherCode}`],
  recordedAs: "a voucher code",
};

/**
 * Redeems a voucher that the customer holds, once. Spends all that is left of a dynamic value. A string
 * `voucher` is a code. A number is an id, or a code with these digits if no voucher has the id. An unknown
 * code, or the code of a voucher that nobody holds, counts as the caller's wrong guess. Throws the refusals
 * of a redemption in docs/limits.md. Interface R2; interface 2, section 2.
 */
export async function redeemVoucher(
  ctx: CoreContext,
  input: RedeemInput & { readonly voucher: number | string },
): Promise<VoucherRedeemed> {
  const call = await redemption.callOf(ctx, input);
  const done = await byIdOrCode(input.voucher, "invalid_voucher", {
    byId: (id) => {
      const name = `voucher ${id}`;
      const how = { subjects: () => [name], recordedAs: name, quiet: ["voucherExists"] } as const;
      return send(ctx, redeemVouchers, { ...call, ...noCode, voucher: id }, how);
    },
    byCode: (code) =>
      guessInTurn(ctx, () => send(ctx, redeemVouchers, { ...call, ...byCode(ctx, code) }, coded)),
  });
  return keptVoucher.read(done);
}

/**
 * Redeems a voucher by its code, once. A voucher that nobody holds becomes the customer's. An unknown code
 * counts as a wrong guess of the caller. Throws the refusals of a redemption in docs/limits.md. Interface R4.
 */
export async function redeemVoucherCode(
  ctx: CoreContext,
  input: RedeemVoucherCodeInput,
): Promise<VoucherRedeemed> {
  const { voucherCode, voucherTemplate } = input;
  const call = await redemption.callOf(ctx, input);
  const done = await guessInTurn(ctx, () =>
    send(ctx, redeemVoucherCodes, { ...call, ...byCode(ctx, voucherCode, voucherTemplate) }, coded),
  );
  return keptVoucherCode.read(done);
}
