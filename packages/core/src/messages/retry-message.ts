import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { whyNotAgain } from "./retry.rules.ts";
import { setWaitingAgain } from "./retry.store.ts";

/**
 * Has a message tried again that could not be delivered, from its first attempt on and at once, on the
 * record. Refuses what is not dead, what has no text, and what is pointless by now, such as a
 * one-time password that has expired, was used, or was replaced.
 */
export async function retryMessage(ctx: CoreContext, id: string): Promise<void> {
  const { of, isRetried } = await setWaitingAgain(ctx, id);
  if (!isRetried) throw new Failure(whyNotAgain(of));
}
