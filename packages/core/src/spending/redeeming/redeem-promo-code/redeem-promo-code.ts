import { json } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { guessInTurn, guessParameters } from "../../../entering/access/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { kept } from "../../../foundation/writing/index.ts";
import {
  authorization,
  guesses,
  member,
  merchant,
  promoCode,
  redemption,
  store,
} from "../../../machinery/facts/index.ts";
import { operation, send } from "../../../machinery/kernel/index.ts";
import type { Customer, Membership } from "../../../people/customers/index.ts";
import { codeKeyOf } from "../../../running/merchants/index.ts";
import { redeemed } from "../redeemed.rules.ts";
import type { PromoCodeRedeemed, PromoCodeUsed, RedeemInput } from "../types.ts";

/**
 * Redeems promo codes as long as uses are left. Many calls of a batch may have the same code. If the code has
 * too few uses left for all of them, the first calls are done.
 */
export const redeemPromoCodes = operation({
  name: "redemptions.redeemPromoCode",
  statement: "redeem_promo_codes",
  call: {},
  sees: [
    merchant.found,
    store.found,
    member.found,
    authorization.found,
    promoCode.found,
    guesses.found,
    redemption.found,
  ],
  checks: [
    store.checks,
    member.checks,
    { guessesAreLeft: guesses.areLeft, promoCodeExists: promoCode.exists },
    promoCode.isAvailable,
    promoCode.hasUses,
    authorization.checks,
  ],
  settles: member.expiry,
  once: ["customerUse", "authorizationId"],
  locks: [promoCode.locked, authorization.locked, member.customerLocked],
  allots: [promoCode.uses],
  derivedKey: redemption.invoiceKey(sql`pc.id`),
  mayHaveKey: redemption.mayHaveKey,
  takes: promoCode.takes,
  change: promoCode.change,
  writes: {
    counted: promoCode.count,
    redeemed: redemption.insert("promo_code"),
    authorized: authorization.spend,
    line: promoCode.lines,
  },
  frame: json({
    saving: json({ redemptionId: sql<number>`s.redemption`, name: sql<string>`s.name` }),
    customer: sql<Customer>`b.customer`,
    membership: sql<Membership>`b.membership`,
    // outcomes that earlier versions stored have none
    promoCode: sql<PromoCodeUsed | undefined>`json_build_object('id', b.promo_code->'id',
    'code', b.promo_code->'code', 'name', b.promo_code->'name', 'extraData', b.promo_code->'extraData')`,
  }),
  changed: sql<object>`json_build_object()`,
});

/** The outcome of a call or of its replay. */
export const keptPromoCode = kept(
  redeemPromoCodes,
  ({ frame }): PromoCodeRedeemed => ({ ...redeemed(frame), promoCode: frame.promoCode ?? null }),
);

/** The values that one call sends, without its idempotency key. */
export type PromoCodeCall = Parameters<typeof redeemPromoCodes.refuse>[1];

/** Letter case in `promoCode` does not matter. */
export type RedeemPromoCodeInput = RedeemInput & { readonly promoCode: string };

const how = {
  subjects: ({ email, memberId, promoCode }: PromoCodeCall) => [
    `promo code ${promoCode} of ${email ?? memberId}`,
  ],
  /** Calls for one promo code can share a batch. A second batch would only wait for the code's row. */
  shared: ({ promoCode }: PromoCodeCall) => [`promo code ${promoCode}`],
  recordedAs: "a promo code",
};

/**
 * Redeems a promo code for a customer, within its dates, hours, stores, channels and limits. Throws the
 * refusals of a redemption in docs/limits.md. Interface R5.
 */
export async function redeemPromoCode(
  ctx: CoreContext,
  input: RedeemPromoCodeInput,
): Promise<PromoCodeRedeemed> {
  const call = {
    ...(await redemption.callOf(ctx, input)),
    promoCode: codeKeyOf(input.promoCode),
    ...guessParameters(ctx),
    // a redemption of a promo code keeps none
    extraData: null,
  };
  return keptPromoCode.read(await guessInTurn(ctx, () => send(ctx, redeemPromoCodes, call, how)));
}
