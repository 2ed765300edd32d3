import type { CoreContext } from "../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../foundation/failures.ts";
import { type OtherSecrets, selectOtherSecrets } from "./credential-state.sql.ts";
import { pinStanding } from "./pin.rules.ts";
import { loadPin } from "./pin-tries.sql.ts";

/** The state of a customer's PIN, password and one-time passwords, for staff. Contains no secret. */
export type CredentialState = OtherSecrets & {
  readonly pin: {
    /**
     * `none`: no PIN is set. `open`: the PIN is set and not blocked. Tries that are still being checked do
     * not block it.
     */
    readonly state: "none" | "open" | "blocked";
    readonly attemptsLeft: number;
    /**
     * Seconds until the block expires. Null if the PIN is not blocked, or if only staff or a reset can lift
     * the block.
     */
    readonly secondsToLapse: number | null;
  };
};

/** Returns the state of a customer's PIN, password and one-time passwords. Throws `invalid_user`. */
export async function getCredentialState(
  ctx: CoreContext,
  customerId: number,
): Promise<CredentialState> {
  const [seen, others] = await Promise.all([
    loadPin(ctx, customerId),
    selectOtherSecrets(ctx, customerId),
  ]);
  if (!seen.customer) throw new Failure(unknownCustomer);
  const standing = seen.tries && pinStanding(seen.tries, seen.limits);
  return {
    ...others,
    pin: {
      state: standing ? (standing.state === "blocked" ? "blocked" : "open") : "none",
      attemptsLeft: standing?.attemptsLeft ?? 0,
      secondsToLapse: standing?.secondsToLapse ?? null,
    },
  };
}
