import { auditParameters } from "../audit/index.ts";
import { actorOf, type CoreContext } from "../context.ts";
import type { Identifier } from "../customers/index.ts";
import { attempt } from "../redemptions/index.ts";
import { type Decision, judgeDecision } from "./booking-decision.rules.ts";
import { loadBooking, saveDecision } from "./store.ts";
import type { Booking, BookingDecision } from "./types.ts";

/**
 * The common part of all decisions of staff. A decision applies to the revision that the caller saw. Of
 * two decisions at once one wins, and the refusal of the other names who was faster.
 */
export function decideBooking(
  ctx: CoreContext,
  operation: string,
  { id, revision }: BookingDecision,
  decision: Decision,
  user: Identifier | null = null,
): Promise<Booking> {
  return attempt(ctx, {
    operation,
    subject: `booking ${id}`,
    load: () => loadBooking(ctx, id, user),
    decide: (scene) => judgeDecision(scene, ctx.caller, { revision, decision }),
    plan: async (decided) => ({
      ...decided,
      bookingId: id,
      revision,
      actor: actorOf(ctx.caller),
      audit: await auditParameters(ctx, {
        action: operation,
        subject: `booking ${id}`,
        details:
          decided.customerId === null
            ? { from: decided.from, to: decided.to }
            : { customer: decided.customerId },
      }),
    }),
    save: (saving) => saveDecision(ctx, saving),
    tell: (_, booking) => booking,
  });
}
