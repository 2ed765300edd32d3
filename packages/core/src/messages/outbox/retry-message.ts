import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { whyNotAgain } from "./retry.rules.ts";
import { setWaitingAgain } from "./retry.sql.ts";

/**
 * Queues a dead message again, due now and with its attempts reset, with an audit entry. Refuses messages
 * that are not dead, have no text, or are no longer useful, such as a one-time password that has expired, was
 * used, or was replaced.
 */
export async function retryMessage(ctx: CoreContext, id: string): Promise<void> {
  const { message, isRetried } = await setWaitingAgain(ctx, id);
  if (!isRetried) throw new Failure(whyNotAgain(message));
}
