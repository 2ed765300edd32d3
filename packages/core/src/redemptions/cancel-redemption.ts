import { checkStaffCancel } from "../access/index.ts";
import { auditParameters } from "../audit/index.ts";
import { actorOf, type CoreContext } from "../context.ts";
import type { Customer, Membership } from "../customers/index.ts";
import { attempt } from "./attempt.ts";
import {
  checkIssued,
  checkRedemption,
  isReplaceable,
  lastDayOfReplacement,
} from "./cancellation.rules.ts";
import {
  type CancellationSaving,
  type CancellationScene,
  keepCancellation,
  loadCancellationScene,
  saveCancellation,
} from "./cancellation.store.ts";
import type { Verdict } from "./scene.rules.ts";
import type { Redemption, RedemptionCanceled } from "./types.ts";
import { makeVoucher, type NewVoucher } from "./voucher.rules.ts";

/** The replacement matters where a voucher was redeemed whole, and is ignored elsewhere. */
export type CancelRedemptionInput = {
  readonly redemptionId: number;
  readonly createReplacementVoucher: boolean;
  /** Why, for the record. */
  readonly reason?: string | null;
};

type Frame = {
  /** Null where it was canceled before: nothing is changed. */
  readonly saving: CancellationSaving | null;
  readonly redemption: Redemption;
  readonly customer: Customer;
  readonly membership: Membership;
};

type Redeemed = NonNullable<CancellationScene["redemption"]>;

type Decided = CancellationScene & {
  readonly redemption: Redeemed;
  readonly customer: Customer;
  readonly membership: Membership;
};

/**
 * Cancels a redemption and gives back what it took: stamps, a deducted value, a promo code's use;
 * vouchers that it issued become inactive. Canceling twice answers alike and changes nothing.
 * Refuses redemption_not_found, and voucher_already_redeemed where an issued voucher is spent. Staff
 * give a reason, and cashiers cancel what is recent; a replacement is put on the list for review.
 * Interface R6.
 */
export function cancelRedemption(
  ctx: CoreContext,
  input: CancelRedemptionInput,
): Promise<RedemptionCanceled> {
  return attempt(ctx, {
    operation: "redemptions.cancel",
    subject: `redemption ${input.redemptionId}`,
    load: () => loadCancellationScene(ctx, input.redemptionId),
    decide: (scene) => decide(ctx, scene, input.reason ?? null),
    plan: (decided) => plan(ctx, input, decided),
    save: async ({ saving, redemption, customer, membership }, keyed) => {
      if (saving)
        return saveCancellation(ctx, saving, keyed, await recordOf(ctx, input, redemption));
      return keyed.key ? keepCancellation(ctx, customer.id, keyed) : { stamps: membership.stamps };
    },
    tell: ({ saving, redemption, customer, membership }: Frame, { stamps }) => ({
      redemption,
      customer,
      membership: { ...membership, stamps },
      replacement: saving?.replacement ?? null,
    }),
  });
}

function decide(
  ctx: CoreContext,
  scene: CancellationScene,
  reason: string | null,
): Verdict<Decided> {
  const { redemption, customer, membership } = scene;
  const unknown = checkRedemption(redemption, ctx.caller);
  if (unknown) return { refusal: unknown };
  if (!redemption || !customer || !membership) throw new TypeError("a redemption has a member");
  const decided = { ...scene, redemption, customer, membership };
  if (redemption.status === "Canceled") return { decided, alreadyDone: true };
  const refusal = checkStaffCancel(ctx.caller, redemption, reason) ?? checkIssued(scene.issued);
  return refusal ? { refusal } : { decided };
}

async function plan(
  ctx: CoreContext,
  input: CancelRedemptionInput,
  decided: Decided,
): Promise<Frame> {
  const { redemption, customer, membership } = decided;
  const { id, name, stampsUsed, extraData } = redemption;
  const gaveValue = redemption.kind === "voucher_value";
  return {
    redemption: { id, name, stampsUsed, status: "Canceled", extraData },
    customer,
    membership,
    saving:
      redemption.status === "Canceled"
        ? null
        : {
            redemptionId: id,
            customerId: customer.id,
            stamps: stampsUsed,
            issuedCount: decided.issued.length,
            voucherId: gaveValue ? (decided.voucher?.id ?? null) : null,
            value: gaveValue ? decided.value : null,
            promoCodeId: decided.promoCodeId,
            replacement:
              input.createReplacementVoucher && isReplaceable(redemption)
                ? await replacementOf(ctx, decided)
                : null,
            actor: actorOf(ctx.caller),
          },
  };
}

/** Who cancels is looked for by the day of the cancel, which the list of redemptions does not go by. */
function recordOf(
  ctx: CoreContext,
  { reason }: CancelRedemptionInput,
  { id, name, stampsUsed }: Redemption,
) {
  return auditParameters(ctx, {
    action: "redemptions.cancel",
    subject: `redemption ${id}`,
    reason: reason ?? null,
    details: { name, ...(stampsUsed ? { delta: stampsUsed } : {}) },
  });
}

async function replacementOf(
  ctx: CoreContext,
  { voucher, template, value, today }: Decided,
): Promise<NewVoucher | null> {
  if (!voucher || !template) return null;
  return makeVoucher(template, {
    id: await ctx.ids.take(ctx.caller.merchant.id, "vouchers"),
    code: ctx.secrets.newVoucherCode(),
    today,
    value: template.isDynamic ? value : voucher.value,
    endDate: lastDayOfReplacement(voucher, today),
  });
}
