import { recordRefusal } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import type { Secret } from "../../../foundation/secret.ts";
import { untilSaved } from "../../../people/credentials/index.ts";
import type { Identifier } from "../../../people/customers/index.ts";
import { checkPin } from "../../../people/pin/index.ts";
import { insertAuthorization } from "./authorize-redemption.sql.ts";

type AuthorizeRedemptionInput = {
  /** The customer, by email, Member ID, mobile number or primary key. */
  readonly user: Identifier;
  readonly pin: Secret;
  /** The request id that a redemption will send. */
  readonly requestId: string;
  /** Seconds that the authorization stays valid, 1 to 86400. */
  readonly timeout: number;
};

/**
 * Authorizes one request of a customer by PIN. If the merchant requires authorization by PIN, the customer's
 * first successful redemption with this request id within `timeout` seconds spends the authorization. Throws
 * `membership_blocked`, `membership_partial`, and the other refusals of `checkPin`. Interface R7.
 */
export async function authorizeRedemption(
  ctx: CoreContext,
  { user, pin, requestId, timeout }: AuthorizeRedemptionInput,
): Promise<void> {
  await untilSaved(async () => {
    const verdict = await checkPin(ctx, { user, pin, asMember: true });
    const { customerId } = verdict;
    if ("refusal" in verdict) {
      const call = { operation: "redemptions.authorize", storeId: null, customerId };
      await recordRefusal(ctx, { ...call, subject: `request ${requestId}` }, verdict.refusal);
      throw new Failure(verdict.refusal);
    }
    const call = {
      id: await ctx.ids.take(ctx.caller.merchant.id, "redemption_authorizations"),
      customer: verdict.customerId,
      verifier: verdict.verifier,
      ...{ requestId, timeout, key: null, fingerprint: null },
    };
    return (await insertAuthorization(ctx, call)) || null;
  });
}
