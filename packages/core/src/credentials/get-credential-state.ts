import type { CoreContext } from "../context.ts";
import { Failure, unknownCustomer } from "../failures.ts";
import { pinStanding } from "./pin.rules.ts";
import { loadPinScene } from "./pin.store.ts";
import { type OtherSecrets, selectOtherSecrets } from "./state.store.ts";

/** How a customer's secrets stand, for staff to see; never a secret. */
export type CredentialState = OtherSecrets & {
  readonly pin: {
    /** `none` where no PIN is set; `open` too while tries are being decided. */
    readonly state: "none" | "open" | "blocked";
    readonly attemptsLeft: number;
    /** Until the block lapses; null where it is not blocked, or only staff or a reset lift it. */
    readonly secondsToLapse: number | null;
  };
};

/** Tells whether a customer's PIN can be used, and what else is set. Refuses invalid_user. */
export async function getCredentialState(
  ctx: CoreContext,
  customerId: number,
): Promise<CredentialState> {
  const [scene, others] = await Promise.all([
    loadPinScene(ctx, customerId),
    selectOtherSecrets(ctx, customerId),
  ]);
  if (!scene.customer) throw new Failure(unknownCustomer);
  const standing = scene.tries && pinStanding(scene.tries, scene.limits);
  return {
    ...others,
    pin: {
      state: standing ? (standing.state === "blocked" ? "blocked" : "open") : "none",
      attemptsLeft: standing?.attemptsLeft ?? 0,
      secondsToLapse: standing?.secondsToLapse ?? null,
    },
  };
}
