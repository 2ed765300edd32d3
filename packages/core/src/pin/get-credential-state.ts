import type { CoreContext } from "../context.ts";
import { Failure, unknownCustomer } from "../failures.ts";
import { type OtherSecrets, selectOtherSecrets } from "./credential-state.sql.ts";
import { pinStanding } from "./pin.rules.ts";
import { loadPin } from "./pin-tries.sql.ts";

/** The state of a customer's secrets, for staff; never a secret. */
export type CredentialState = OtherSecrets & {
  readonly pin: {
    /** `none` if no PIN is set. `open` also while tries are undecided. */
    readonly state: "none" | "open" | "blocked";
    readonly attemptsLeft: number;
    /**
     * Seconds until the block expires; null if it is not blocked, or if only staff or a reset lift the
     * block.
     */
    readonly secondsToLapse: number | null;
  };
};

/** Returns whether a customer's PIN can be used, and which other secrets are set. Refuses invalid_user. */
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
