import { inTransaction, now, rowsOf, run, schema, statement } from "@stampbook/db";
import { eq, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { purseOf, type Spending, spendBudgets, withinBudgets } from "../../budgets/index.ts";
import type { CoreContext, CoreDeps } from "../../context.ts";
import type { Channel } from "../types.ts";

const { merchants, oneTimePasswords: codes } = schema;
const p = sql.placeholder;

/** The alias of messages in statements that use `isStaleCode`. */
export const o = alias(schema.outboxMessages, "o");

const merchant = rowsOf(merchants, { where: [] });

/** The countries that may get text messages. Reads `merchantId`. */
export const smsCountriesDoc = merchant.value(
  sql<readonly string[]>`to_json(case when ${merchants.smsCountries} = '{}'
    then array[${merchants.country}] else ${merchants.smsCountries} end)`,
);

/**
 * Whether the code in a message `o` is no longer valid: it was used, got too many wrong tries, or was
 * replaced by a newer one. A one-time password and its message have the same creation time. Reads
 * `merchantId`.
 */
export const isStaleCode: SQL = sql`(${o.kind} = 'otp' and not ${rowsOf(codes, {
  where: [
    eq(codes.customerId, o.customerId),
    eq(codes.createdAt, o.createdAt),
    lt(codes.wrongTries, merchant.value(sql<number>`${merchants.otpMaxAttempts}`)),
  ],
}).exists()})`;

/** A message to queue, as parameters of `outboxArm`. */
export type QueuedMessage = {
  readonly messageId: string;
  /** Null for a message to staff. */
  readonly messageCustomerId: number | null;
  readonly messageKind: "otp" | "notice" | "staff";
  readonly messageChannel: Channel;
  readonly messageTemplate: string;
  readonly messageRecipient: string;
  /** Sealed; null if the template could not be filled. `messageError` has the reason. */
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
 * Queues the message in the parameters, if there is one and the CTE `from` has a row, so a message and its
 * cause are written together. `moment` is the creation time; it may be a column of the CTE. If `isAllowed` is
 * false, because a budget is spent, the message is queued as dead and staff can see it.
 */
export function outboxArm(from: SQL, moment = now, isAllowed = sql`true`): SQL {
  return sql`insert into outbox_messages (merchant_id, id, customer_id, kind, channel, template_code,
      recipient, payload, state, last_error, next_attempt_at, expires_at, created_at, ended_at)
    select ${p("merchantId")}, ${p("messageId")}, ${p("messageCustomerId")}, ${p("messageKind")},
      ${p("messageChannel")}, ${p("messageTemplate")}, ${p("messageRecipient")}, payload, case when payload is null then 'dead' else 'waiting' end,
      case when is_allowed then ${p("messageError")} else 'limit reached' end,
      now, now + ${p("messageSeconds")} * interval '1 second', now,
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

/** Queues a message that belongs to no other change in the database. */
export async function queueMessage(
  deps: Pick<CoreDeps, "db" | "clockOffsetMs">,
  merchantId: number,
  message: QueuedMessage,
): Promise<void> {
  await run(deps.db, queue, { ...message, merchantId, offsetMs: deps.clockOffsetMs });
}

/** Queues a message and spends its budgets. If a budget is spent, throws its refusal. */
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
