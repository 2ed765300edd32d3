import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { whyNotAgain } from "./retry.rules.ts";
import { setWaitingAgain } from "./retry.sql.ts";

/**
 * Queues a dead message again, due now and with 0 attempts. Writes an audit entry. Refuses a message that is
 * not dead, has no text or has expired. Refuses a one-time password that was used, replaced or tried too
 * often.
 */
export async function retryMessage(ctx: CoreContext, id: string): Promise<void> {
  const { message, isRetried } = await setWaitingAgain(ctx, id);
  if (!isRetried) throw new Failure(whyNotAgain(message));
}
