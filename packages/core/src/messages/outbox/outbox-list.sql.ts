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
import type { Channel } from "../types.ts";
import { isStaleCode, o } from "./outbox.sql.ts";

const { customers } = schema;

const message = {
  id: o.id,
  kind: oneOf<"otp" | "notice" | "staff">(o.kind),
  channel: oneOf<Channel>(o.channel),
  templateCode: o.templateCode,
  recipient: o.recipient,
  customer: jsonIf(customers.id, { id: customers.id, name: shownName(customers) }),
  state: oneOf<"waiting" | "sent" | "dead">(o.state),
  attempts: o.attempts,
  lastError: o.lastError,
  createdAt: o.createdAt,
  nextAttemptAt: o.nextAttemptAt,
  endedAt: o.endedAt,
  /** Whether staff can retry the message. */
  isRetriable: sql<boolean>`${o.state} = 'dead' and ${o.payload} is not null
    and ${o.expiresAt} > ${now} and not ${isStaleCode}`,
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
const number = sql<number>`(hashtext(${o.id})::bigint + 2147483648)`;

const outbox = read("list_outbox", (p: Parameters<ListInput>) =>
  rowsOf(o, {
    where: [
      isOlder(sql`${o.createdAt}`, number),
      inPeriod(sql`${o.createdAt}`),
      optional(p("state"), eq(o.state, p("state"))),
      optional(p("channel"), eq(o.channel, p("channel"))),
      optional(p("customerId"), eq(o.customerId, p("customerId"))),
    ],
    orderBy: [desc(o.createdAt), desc(number)],
    limit: sql`${p("limit")} + 1`,
  })
    .leftJoin(customers, eq(customers.id, o.customerId))
    .list({ ...message, place: json({ key: o.createdAt, id: number }) }),
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
