import { asPart, now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { spendOrRenew } from "../../../foundation/budgets/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { LIMIT_REACHED } from "../../../foundation/messages/index.ts";
import type { Notices } from "./prepare-notices.ts";

/** The columns of a call that may send notices: a list of `QueuedMessage`, and the budgets they spend. */
export const noticeColumns = { notices: "json", spendings: "json" } as const;

/**
 * Returns the CTEs that queue the notices of calls. `rows` is the CTE of the calls whose change is written,
 * with the columns `n`, `now` and `customer_id`. The CTE `calls` has the columns `n`, `notices` and `spendings`. If a budget of a call is spent, the call's notices get the
 * state `dead` and are not sent. The change is written nevertheless. All calls must have the same `most` for a
 * budget.
 */
const noticeArms = (rows: string) => ({
  affordable: `select x.n from ${rows} x join calls c on c.n = x.n
  where not exists (select 1
    from json_to_recordset(c.spendings) as s(budget text, subject text, most int)
    join budgets b on b.merchant_id = $1 and b.budget = s.budget and b.subject = s.subject
    where b.ends_at > x.now and b.spent >= s.most)`,
  spent: `insert into budgets as b (merchant_id, budget, subject, started_at, ends_at, spent, most)
  select $1, s.budget, s.subject, min(x.now), min(x.now + s.seconds * interval '1 second'), count(*),
    min(s.most)
  from affordable a join ${rows} x on x.n = a.n join calls c on c.n = x.n
  cross join lateral json_to_recordset(c.spendings) as s(budget text, subject text, seconds int, most int)
  group by s.budget, s.subject order by s.budget, s.subject
  ${spendOrRenew}
  returning b.budget, b.subject`,
  notice: `insert into outbox_messages as o (merchant_id, id, customer_id, kind, channel, template_code, recipient,
    payload, state, last_error, next_attempt_at, expires_at, created_at, ended_at)
  select $1, w."messageId", x.customer_id, w."messageKind", w."messageChannel", w."messageTemplate",
    w."messageRecipient", w.payload, case when w.payload is null then 'dead' else 'waiting' end,
    case when w.is_allowed then w."messageError" else '${LIMIT_REACHED}' end, x.now,
    x.now + w."messageSeconds" * interval '1 second', x.now, case when w.payload is null then x.now end
  from ${rows} x join calls c on c.n = x.n
  cross join lateral (select not exists (select 1
      from json_to_recordset(c.spendings) as s(budget text, subject text)
      where (s.budget, s.subject) not in (select p.budget, p.subject from spent p)) as is_allowed) allowed
  cross join lateral (select q.*, allowed.is_allowed,
      case when allowed.is_allowed then q."messagePayload" end as payload
    from json_to_recordset(c.notices) as q("messageId" text, "messageKind" text, "messageChannel" text,
      "messageTemplate" text, "messageRecipient" text, "messagePayload" text, "messageError" text,
      "messageSeconds" int)) w
  returning o.id`,
});

/** The CTEs of `noticeArms` as a part of a batch's text. */
export const noticeText = (rows: string): string =>
  Object.entries(noticeArms(rows))
    .map(([name, arm]) => `\n${name} as (\n  ${arm}\n)`)
    .join(",");

const p = sql.placeholder;

const queue = statement<null>(
  "queue_notices",
  {
    calls: sql`select 1 as n, ${p("notices")}::json as notices, ${p("spendings")}::json as spendings`,
    changed: sql`select 1 as n, ${p("customerId")}::bigint as customer_id, ${now} as now`,
    ...Object.fromEntries(
      Object.entries(noticeArms("changed")).map(([name, arm]) => [
        name,
        asPart(arm, sql`${p("merchantId")}`),
      ]),
    ),
  },
  sql`null`,
);

/** Queues the notices of a change, in its transaction. */
export async function queueNotices(
  { db, caller, clockOffsetMs: offsetMs }: CoreContext,
  customerId: number,
  { notices, spendings }: Notices,
): Promise<void> {
  if (notices.length === 0) return;
  await run(db, queue, {
    merchantId: caller.merchant.id,
    offsetMs,
    customerId,
    notices: JSON.stringify(notices),
    spendings: JSON.stringify(spendings),
  });
}
