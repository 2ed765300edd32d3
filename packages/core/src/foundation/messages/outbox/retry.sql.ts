import { clockArm, rowsOf, run, statement } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import { auditArm, auditParameters } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { type EndedMessage, whyNotAgain } from "./retry.rules.ts";
import { isStale, messages } from "./stale.sql.ts";

const p = sql.placeholder;

const retry = statement<{ readonly message: EndedMessage | null; readonly isRetried: boolean }>(
  "retry_message",
  {
    clock: clockArm,
    retried: sql`update outbox_messages o set state = 'waiting', attempts = 0, lease = null,
        last_error = null, ended_at = null, next_attempt_at = clock.now
      from clock
      where o.merchant_id = ${p("merchantId")} and o.id = ${p("id")}
        and o.state = 'dead' and o.payload is not null and o.expires_at > clock.now
        and not ${isStale}
      returning 1`,
    audit: auditArm(sql`retried`),
  },
  sql`json_build_object('isRetried', exists (select 1 from retried),
    'message', ${rowsOf(messages, { where: [eq(messages.id, p("id"))] }).one({
      kind: messages.kind,
      state: messages.state,
      isWritten: sql`${messages.payload} is not null`,
      lastError: messages.lastError,
      isLate: sql`${messages.expiresAt} <= (select now from clock) or ${isStale}`,
    })})`,
);

/**
 * Queues a dead message again, due now, if the message can be retried. Also returns the message as it was
 * before.
 */
async function setWaitingAgain(ctx: CoreContext, id: string) {
  const entry = { action: "settings.outbox.retry", subject: `message ${id}` };
  return run(ctx.db, retry, { ...(await auditParameters(ctx, entry)), id });
}

/**
 * Queues a dead message again, due now and with 0 attempts. Writes an audit entry. Refuses a message that is
 * not dead, has no text or has expired. Refuses a one-time password that was used, replaced or tried too
 * often.
 */
export async function retryMessage(ctx: CoreContext, id: string): Promise<void> {
  const { message, isRetried } = await setWaitingAgain(ctx, id);
  if (!isRetried) throw new Failure(whyNotAgain(message));
}
