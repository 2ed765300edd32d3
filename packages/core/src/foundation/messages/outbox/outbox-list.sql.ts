import {
  type DocumentOf,
  json,
  jsonIf,
  now,
  oneOf,
  optional,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
} from "@stampbook/db";
import { desc, eq, sql } from "drizzle-orm";
import { inPeriod, isOlder, shownName } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { type Page, type PageInput, pageOf, placeParameters } from "../../paging.ts";
import type { Channel, MessageKind } from "../types.ts";
import { isStale, messages } from "./stale.sql.ts";

const { customers } = schema;

const message = {
  id: messages.id,
  kind: oneOf<MessageKind>(messages.kind),
  channel: oneOf<Channel>(messages.channel),
  templateCode: messages.templateCode,
  recipient: messages.recipient,
  customer: jsonIf(customers.id, { id: customers.id, name: shownName(customers) }),
  state: oneOf<"waiting" | "sent" | "dead">(messages.state),
  attempts: messages.attempts,
  lastError: messages.lastError,
  createdAt: messages.createdAt,
  nextAttemptAt: messages.nextAttemptAt,
  endedAt: messages.endedAt,
  /** Whether staff can retry the message. */
  isRetriable: sql<boolean>`${messages.state} = 'dead' and ${messages.payload} is not null
    and ${messages.expiresAt} > ${now} and not ${isStale}`,
};

/** A message of the outbox as staff see it, without its text. */
export type OutboxMessage = DocumentOf<typeof message>;

/** Filters of the outbox. Null means all. Days are inclusive, in the merchant's calendar. */
type OutboxFilter = {
  readonly from: string | null;
  readonly to: string | null;
  readonly state: OutboxMessage["state"] | null;
  readonly channel: Channel | null;
  readonly customerId: number | null;
};

type ListInput = OutboxFilter &
  ReturnType<typeof placeParameters> & {
    readonly timezone: string;
    readonly offsetMs: number;
    readonly limit: number;
  };

/** A hash of the id. Sorts messages of equal time, because a `Place` needs a number and the id is a text. */
const number = sql<number>`(hashtext(${messages.id})::bigint + 2147483648)`;

const outbox = read("list_outbox", (p: Parameters<ListInput>) =>
  rowsOf(messages, {
    where: [
      isOlder(sql`${messages.createdAt}`, number),
      inPeriod(sql`${messages.createdAt}`),
      optional(p("state"), eq(messages.state, p("state"))),
      optional(p("channel"), eq(messages.channel, p("channel"))),
      optional(p("customerId"), eq(messages.customerId, p("customerId"))),
    ],
    orderBy: [desc(messages.createdAt), desc(number)],
    limit: sql`${p("limit")} + 1`,
  })
    .leftJoin(customers, eq(customers.id, messages.customerId))
    .list({ ...message, place: json({ key: messages.createdAt, id: number }) }),
);

/** Returns a page of the merchant's messages, newest first, without their texts. */
export async function listOutbox(
  ctx: CoreContext,
  { after, limit, ...filter }: OutboxFilter & PageInput,
): Promise<Page<OutboxMessage>> {
  const { merchant } = ctx.caller;
  const rows = await run(ctx.db, outbox, {
    ...filter,
    ...placeParameters(after),
    merchantId: merchant.id,
    timezone: merchant.timezone,
    offsetMs: ctx.clockOffsetMs,
    limit,
  });
  return pageOf(rows, limit);
}
