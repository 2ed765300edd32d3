import { clockArm, now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import {
  hasSpent,
  nothingIsSpent,
  type Spending,
  spendingArms,
  spendingParameters,
} from "../../foundation/budgets/index.ts";
import type { CoreDeps } from "../../foundation/context.ts";
import {
  type noMessage,
  OUTDATED,
  outboxArm,
  type QueuedMessage,
  UNDONE,
} from "../../foundation/messages/index.ts";
import type { NotedMessage } from "./types.ts";

const p = sql.placeholder;

const noted = sql`m.merchant_id = ${p("merchantId")} and m.booking_id = ${p("bookingId")}`;

export const writing = statement<{ readonly isEnded: boolean; readonly isWritten: boolean }>(
  "write_booking_message",
  {
    clock: clockArm,
    // locked and compared, so that no message is written to an address that was anonymized meanwhile, or of a
    // booking that has changed meanwhile
    booked: sql`select b.id from bookings b where b.merchant_id = ${p("merchantId")} and b.id = ${p("bookingId")}
        and b.revision = ${p("shownRevision")}::int and b.claim = ${p("claim")} and b.phone = ${p("phone")} for share`,
    // before an undo: the message about the cancel, and those that say what the undo says. Locked, because a
    // sender may just have taken one
    earlier: sql`select o.id, o.state <> 'sent' as is_unsent, m.code <> ${p("code")} as is_cancel,
        case when m.code = ${p("code")} then o.state <> 'dead' else o.state = 'sent' or o.attempts > 0
          and (o.state = 'waiting' or o.last_error like ${sql.raw(`'%${OUTDATED}'`)}) end as is_heard
      from booking_messages m join outbox_messages o on o.merchant_id = m.merchant_id and o.id = m.message_id
      where ${noted} and m.revision < ${p("revision")}::int
        and (m.code = ${p("code")} or m.revision = ${p("revision")}::int - 1
          and m.code in ('booking_declined', 'booking_canceled'))
        and ${p("isUndo")}::boolean and exists (select 1 from booked)
      for update of o`,
    held_back: sql`update outbox_messages o set state = 'dead', payload = null, lease = null,
        last_error = ${sql.raw(`'${UNDONE}'`)}, ended_at = coalesce(o.ended_at, clock.now)
      from earlier, clock
      where o.merchant_id = ${p("merchantId")} and o.id = earlier.id and earlier.is_cancel and earlier.is_unsent`,
    is_known: sql`select 1 from earlier where not is_cancel and is_heard
      and not exists (select 1 from earlier where is_cancel and is_heard)`,
    ended: sql`update booking_messages m set ended_at = clock.now, shown_revision = ${p("shownRevision")}::int,
        message_id = case when not exists (select 1 from is_known) then ${p("messageId")}::text end
      from booked, clock
      where ${noted} and m.revision = ${p("revision")}::int and m.code = ${p("code")} and m.ended_at is null
      returning m.message_id`,
    begun: sql`select 1 from ended where message_id is not null`,
    // a message above one budget takes nothing from the others
    affordable: sql`select 1 from begun where ${nothingIsSpent}`,
    ...spendingArms(sql`affordable`),
    queued: outboxArm(
      sql`begun`,
      now,
      sql`(exists (select 1 from affordable) and ${hasSpent})`,
      sql`${p("waitSeconds")}::int`,
    ),
  },
  sql`json_build_object('isEnded', exists (select 1 from ended), 'isWritten', exists (select 1 from begun))`,
);

type Message = {
  readonly noted: NotedMessage;
  readonly message: QueuedMessage | typeof noMessage;
  readonly spendings?: readonly Spending[];
  readonly waitSeconds?: number;
};

/** Returns the parameters of `writing`. */
export function parametersOf(
  offsetMs: number,
  { noted, message, spendings = [], waitSeconds = 0 }: Message,
) {
  const { bookingId, revision, shownRevision, code, isUndo, claim, phone } = noted;
  return {
    ...{ bookingId, revision, shownRevision, code, isUndo, claim, phone },
    ...{ waitSeconds, offsetMs },
    ...{ ...message, ...spendingParameters(spendings), merchantId: noted.merchant.id },
  };
}

/**
 * Ends a noted message, and queues it if it is to be sent. Spends its budgets; a message above them is queued as
 * dead. Before the message about an undo, takes back the one about the cancel unless it was sent. The message
 * about the undo is then queued only if the guest may have got that one, or never got one that says the same.
 * Does nothing if another process was first, or if the booking changed: the message is then still open.
 */
export const writeMessage = (
  { db, clockOffsetMs }: Pick<CoreDeps, "db" | "clockOffsetMs">,
  message: Message,
) => run(db, writing, parametersOf(clockOffsetMs, message));
