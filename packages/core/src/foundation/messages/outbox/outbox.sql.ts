import { inTransaction, now, rowsOf, run, schema, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { purseOf, type Spending, spendBudgets, withinBudgets } from "../../budgets/index.ts";
import type { CoreContext, CoreDeps } from "../../context.ts";
import type { Channel, MessageKind } from "../types.ts";
import { LIMIT_REACHED } from "./outbox.rules.ts";

const { merchants } = schema;
const p = sql.placeholder;

/**
 * The countries to which text messages may go; by default the merchant's own. Reads the parameter
 * `merchantId`.
 */
export const smsCountriesDoc = rowsOf(merchants, { where: [] }).value(
  sql<readonly string[]>`to_json(case when ${merchants.smsCountries} = '{}'
    then array[${merchants.country}] else ${merchants.smsCountries} end)`,
);

/** A message to queue, as parameters of `outboxArm`. */
export type QueuedMessage = {
  readonly messageId: string;
  /** Null for a message to staff, or to the guest of a booking. */
  readonly messageCustomerId: number | null;
  readonly messageKind: MessageKind;
  readonly messageChannel: Channel;
  readonly messageTemplate: string;
  readonly messageRecipient: string;
  /** The sealed text. Null if the template could not be filled. `messageError` is then the reason. */
  readonly messagePayload: string | null;
  readonly messageError: string | null;
  readonly messageSeconds: number;
};

/** The parameters of `outboxArm` if there is no message. */
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
 * Returns an INSERT that queues the message in the statement's parameters. Inserts nothing if there is no
 * message or if the CTE `from` is empty. The message is thus written together with its cause. `moment` is the
 * creation time; it may be a column of `from`. If `isAllowed` is false, because a budget is used up, the
 * message is queued as dead. Staff can then see it. The first attempt comes `waitSeconds` later.
 */
export function outboxArm(
  from: SQL,
  moment = now,
  isAllowed = sql`true`,
  waitSeconds = sql`0`,
): SQL {
  return sql`insert into outbox_messages (merchant_id, id, customer_id, kind, channel, template_code,
      recipient, payload, state, last_error, next_attempt_at, expires_at, created_at, ended_at)
    select ${p("merchantId")}, ${p("messageId")}, ${p("messageCustomerId")}, ${p("messageKind")},
      ${p("messageChannel")}, ${p("messageTemplate")}, ${p("messageRecipient")}, payload, case when payload is null then 'dead' else 'waiting' end,
      case when is_allowed then ${p("messageError")} else ${sql.raw(`'${LIMIT_REACHED}'`)} end,
      now + ${waitSeconds} * interval '1 second', now + ${p("messageSeconds")} * interval '1 second', now,
      case when payload is null then now end
    from (select ${moment} as now, ${isAllowed} as is_allowed,
        case when ${isAllowed} then ${p("messagePayload")} end as payload
      from ${from} limit 1) as done
    where ${p("messageId")}::text is not null`;
}

const queue = statement<null>(
  "queue_message",
  { begun: sql`select 1`, queued: outboxArm(sql`begun`) },
  sql`null`,
);

/** Queues a message in a statement of its own. */
export async function queueMessage(
  deps: Pick<CoreDeps, "db" | "clockOffsetMs">,
  merchantId: number,
  message: QueuedMessage,
): Promise<void> {
  await run(deps.db, queue, { ...message, merchantId, offsetMs: deps.clockOffsetMs });
}

/** Queues a message and spends its budgets. Throws the refusal of a budget that is used up. */
export async function queueWithinBudgets(
  ctx: CoreContext,
  message: QueuedMessage,
  spendings: readonly Spending[],
): Promise<void> {
  const purse = purseOf(ctx);
  await withinBudgets(purse, spendings, () =>
    inTransaction(ctx.db, async (db) => {
      await spendBudgets({ ...purse, db }, spendings);
      await queueMessage({ ...ctx, db }, purse.merchantId, message);
    }),
  );
}
