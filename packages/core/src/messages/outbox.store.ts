import { type SQL, sql } from "drizzle-orm";
import type { Channel } from "./types.ts";

const p = sql.placeholder;

/** A merchant's templates under a code, as a list of `MessageTemplate`. */
export function templatesDoc(code: SQL): SQL {
  return sql`(select coalesce(json_agg(json_build_object('code', t.code, 'channel', t.channel,
      'subject', t.subject, 'body', t.body, 'html', t.html, 'approved', t.approved)), '[]')
    from message_templates t where t.merchant_id = ${p("merchantId")}::bigint and t.code = ${code})`;
}

/** A message on its way into the outbox, as parameters of `outboxArm`. */
export type QueuedMessage = {
  readonly messageId: string;
  /** Null: it is for staff. */
  readonly messageCustomerId: number | null;
  readonly messageKind: "otp" | "notice" | "staff";
  readonly messageChannel: Channel;
  readonly messageTemplate: string;
  readonly messageRecipient: string;
  /** Sealed; null where the message could not be written, for the reason in `messageError`. */
  readonly messagePayload: string | null;
  readonly messageError: string | null;
  readonly messageSeconds: number;
};

/** The parameters of `outboxArm` where there is nothing to send. */
export const noMessage: { readonly [Key in keyof QueuedMessage]: null } = {
  messageId: null,
  messageCustomerId: null,
  messageKind: null,
  messageChannel: null,
  messageTemplate: null,
  messageRecipient: null,
  messagePayload: null,
  messageError: null,
  messageSeconds: null,
};

/**
 * Queues the message that the parameters hold, if any, where the arm `from` has a row; so it is
 * written with what it tells of, or not at all.
 */
export function outboxArm(from: SQL): SQL {
  return sql`insert into outbox_messages (merchant_id, id, customer_id, kind, channel, template_code,
      recipient, payload, state, last_error, next_attempt_at, expires_at, created_at, ended_at)
    select ${p("merchantId")}::bigint, ${p("messageId")}::text, ${p("messageCustomerId")}::bigint,
      ${p("messageKind")}::text, ${p("messageChannel")}::text, ${p("messageTemplate")}::text,
      ${p("messageRecipient")}::text, ${p("messagePayload")}::text,
      case when ${p("messagePayload")}::text is null then 'dead' else 'waiting' end, ${p("messageError")}::text,
      now, now + ${p("messageSeconds")}::int * interval '1 second', now,
      case when ${p("messagePayload")}::text is null then now end
    from (select clock_timestamp() + ${p("offsetMs")}::double precision * interval '1 millisecond' as now
      from ${from} limit 1) as done
    where ${p("messageId")}::text is not null`;
}
