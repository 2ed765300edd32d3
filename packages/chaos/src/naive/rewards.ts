import { inTransaction } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { Verbs } from "../verbs.ts";
import { customerOf, read, refuse, writeRedemption } from "./rows.ts";

/** Reads the balance and the authorization first, then writes the result. */
export const redeemReward: Verbs["redeemReward"] = async (ctx, input) => {
  const merchantId = ctx.caller.merchant.id;
  const { store, reward: rewardId, requestId } = input;
  const customerId = await customerOf(ctx, input.user);
  const reward = await read<{ cost: string }>(
    ctx.db,
    sql`select stamps_to_redeem as cost from rewards where merchant_id = ${merchantId} and id = ${rewardId}`,
  );
  const authorization = await read<{ id: string; spent: string | null }>(
    ctx.db,
    sql`select id, spent_by_redemption_id as spent from redemption_authorizations
      where merchant_id = ${merchantId} and customer_id = ${customerId} and request_id = ${requestId}`,
  );
  if (authorization?.spent) return refuse("authorization_required");
  const member = await read<{ stamps: string }>(
    ctx.db,
    sql`select stamps from memberships where merchant_id = ${merchantId} and customer_id = ${customerId}`,
  );
  const stamps = Number(reward?.cost);
  const rest = Number(member?.stamps) - stamps;
  if (rest < 0) return refuse("insufficient_stamps");
  await ctx.db.execute(sql`
    update memberships set stamps = ${rest}
    where merchant_id = ${merchantId} and customer_id = ${customerId}`);
  const line = { kind: "reward", customerId, store, stamps, rewardId, requestId };
  const told = await writeRedemption(ctx, line);
  if (authorization)
    await ctx.db.execute(sql`
      update redemption_authorizations set spent_by_redemption_id = ${told.redemption.id}
      where merchant_id = ${merchantId} and id = ${authorization.id}`);
  return told;
};

/** Writes in one transaction, but locks authorizations in the order of the request, so calls can deadlock. */
export const redeemMultipleRewards: Verbs["redeemMultipleRewards"] = async (ctx, input) => {
  const merchantId = ctx.caller.merchant.id;
  const customerId = await customerOf(ctx, input.user);
  const reward = await read<{ id: string }>(
    ctx.db,
    sql`select id from rewards where merchant_id = ${merchantId} and code = ${input.rewards[0]?.code}`,
  );
  const id = await ctx.ids.take(merchantId, "redemptions");
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx, ids: { ...ctx.ids, take: async () => id } };
    const told = await writeRedemption(within, {
      kind: "rewards",
      customerId,
      store: input.store,
      rewardId: Number(reward?.id),
      requestId: input.rewards[0]?.requestId ?? null,
    });
    for (const [at, { requestId }] of input.rewards.entries()) {
      await tx.execute(sql`
        insert into redemption_lines (merchant_id, redemption_id, line, reward_id, name, request_id)
        values (${merchantId}, ${id}, ${at + 2}, ${reward?.id}, 'naive', ${requestId})`);
      const spent = await read(
        tx,
        sql`update redemption_authorizations set spent_by_redemption_id = ${told.redemption.id}
          where merchant_id = ${merchantId} and customer_id = ${customerId}
            and request_id = ${requestId} and spent_by_redemption_id is null
          returning id`,
      );
      if (!spent) refuse("authorization_required");
    }
    return told;
  });
};

/** Stores the idempotency key after the effect, in separate statements. */
export const redeemRewardKeyed: Verbs["redeemReward"] = async (ctx, input) => {
  const merchantId = ctx.caller.merchant.id;
  const key = ctx.idempotency?.key;
  const kept = await read<{ outcome: { redemption: { id: number } } }>(
    ctx.db,
    sql`select outcome from idempotency_outcomes
      where merchant_id = ${merchantId} and operation = 'naive' and key = ${key}`,
  );
  if (kept) return kept.outcome;
  const told = await redeemReward(ctx, input);
  await ctx.db.execute(sql`
    insert into idempotency_keys (merchant_id, operation, key, fingerprint)
    values (${merchantId}, 'naive', ${key}, 'f') on conflict do nothing`);
  await ctx.db.execute(sql`
    insert into idempotency_outcomes (merchant_id, operation, key, outcome)
    values (${merchantId}, 'naive', ${key}, ${JSON.stringify(told)}::json) on conflict do nothing`);
  return told;
};
